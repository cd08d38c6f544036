/* What /proc says about processes. A pid alone is no identity: it is always paired with its start time. */
#ifndef BASALT_PROCESSES_H
#define BASALT_PROCESSES_H

#include <sys/types.h>

/* Start time of PID in clock ticks since boot (field 22 of /proc/PID/stat), or 0 if there is no such process. */
unsigned long long process_start(pid_t pid);

/* Sends SIGNAL to every process below ROOT, not to ROOT itself. Answers how many there were. */
int signal_descendants(pid_t root, int signal);

/*
 * Ends all that lives below the calling process, which must be a child subreaper, and reaps it. Returns when the
 * kernel says that it has no children left: then nothing below it lives. MAIN's wait status, if it is reaped
 * here, goes to STATUS. Answers how many processes were reaped other than MAIN.
 */
int end_descendants(pid_t main_pid, int *status);

/* Ends every process whose environment has ENTRY ("NAME=value"). Answers how many, or -1 if some would not end. */
int end_marked(const char *entry);

#endif
