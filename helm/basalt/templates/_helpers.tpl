{{- define "basalt.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "basalt.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else if contains (include "basalt.name" .) .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "basalt.name" .) | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "basalt.namespace" -}}
{{- default .Release.Namespace .Values.namespaceOverride -}}
{{- end -}}

{{- define "basalt.scheduler.name" -}}
{{ include "basalt.fullname" . }}-scheduler
{{- end -}}

{{- define "basalt.agent.name" -}}
{{ include "basalt.fullname" . }}-agent
{{- end -}}

{{- define "basalt.scheduler.serviceAccount" -}}
{{- default (include "basalt.scheduler.name" .) .Values.scheduler.serviceAccount.name -}}
{{- end -}}

{{- define "basalt.agent.serviceAccount" -}}
{{- default (include "basalt.agent.name" .) .Values.agent.serviceAccount.name -}}
{{- end -}}

{{- /* Never changes over the life of a release: takes the root and a component. */ -}}
{{- define "basalt.selectorLabels" -}}
app.kubernetes.io/name: {{ include "basalt.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "basalt.labels" -}}
{{ include "basalt.selectorLabels" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: basalt
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- with .root.Values.global.labels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- /* metadata of an object: root, component, name, and what else it is annotated with */ -}}
{{- define "basalt.metadata" -}}
name: {{ .name }}
{{- if not .clusterWide }}
namespace: {{ include "basalt.namespace" .root }}
{{- end }}
labels:
  {{- include "basalt.labels" . | nindent 2 }}
  {{- with .labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with merge (dict) (default (dict) .annotations) .root.Values.global.annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "basalt.image" -}}
{{- $registry := default .Values.image.registry .Values.global.imageRegistry -}}
{{- $name := ternary .Values.image.repository (printf "%s/%s" $registry .Values.image.repository) (empty $registry) -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" $name .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" $name (default .Chart.AppVersion .Values.image.tag) -}}
{{- end -}}
{{- end -}}

{{- define "basalt.imagePullSecrets" -}}
{{- with .Values.global.imagePullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end -}}

{{- /* What every process of ours reads from the node or from the API server about itself. */ -}}
{{- define "basalt.identityEnv" -}}
- name: POD_NAME
  valueFrom:
    fieldRef:
      fieldPath: metadata.name
- name: POD_NAMESPACE
  valueFrom:
    fieldRef:
      fieldPath: metadata.namespace
- name: POD_IP
  valueFrom:
    fieldRef:
      fieldPath: status.podIP
- name: NODE_NAME
  valueFrom:
    fieldRef:
      fieldPath: spec.nodeName
{{- end -}}
