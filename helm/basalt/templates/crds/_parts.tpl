{{- define "basalt.crdAnnotations" -}}
{{- if .Values.crds.keep -}}
helm.sh/resource-policy: keep
{{- else -}}
{}
{{- end -}}
{{- end -}}

{{- define "basalt.crd.resources" -}}
type: object
additionalProperties:
  anyOf:
    - type: integer
    - type: string
  pattern: ^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$
  x-kubernetes-int-or-string: true
{{- end -}}

{{- define "basalt.crd.networkTopology" -}}
type: object
properties:
  mode:
    type: string
    default: hard
    enum: [hard, soft]
  highestTierAllowed:
    type: integer
    minimum: 0
  highestTierName:
    type: string
x-kubernetes-validations:
  - rule: "!(has(self.highestTierAllowed) && has(self.highestTierName))"
    message: highestTierAllowed and highestTierName exclude each other
{{- end -}}
