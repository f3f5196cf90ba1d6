{{- define "vault.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "vault.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "vault.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end }}

{{- define "vault.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  {{- with .Values.runAsUser }}
  runAsUser: {{ . }}
  fsGroup: {{ . }}
  {{- end }}
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "vault.container" -}}
image: {{ include "vault.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
env:
  - name: NODE_ENV
    value: production
  - name: API_HOST
    value: "0.0.0.0"
  - name: API_PORT
    value: "3001"
  {{- if .Values.files.existingClaim }}
  - name: FILES_DIR
    value: /var/lib/vault-files
  {{- end }}
  {{- range $name, $value := .Values.env }}
  - name: {{ $name }}
    {{- if has $name (list "FRONTEND_URL" "SMTP_HOST" "SMTP_FROM") }}
    value: {{ required (printf "set env.%s" $name) $value | quote }}
    {{- else }}
    value: {{ $value | quote }}
    {{- end }}
  {{- end }}
envFrom:
  {{- range required "name your secrets in existingSecrets" (.Values.existingSecrets | default nil) }}
  - secretRef:
      name: {{ . }}
  {{- end }}
volumeMounts:
  - name: tmp
    mountPath: /tmp
  {{- if .Values.files.existingClaim }}
  - name: files
    mountPath: /var/lib/vault-files
  {{- end }}
  {{- range .Values.certificates }}
  - name: certificates-{{ . }}
    mountPath: /run/vault/{{ . }}
    readOnly: true
  {{- end }}
{{- end }}

{{- define "vault.volumes" -}}
volumes:
  - name: tmp
    emptyDir:
      sizeLimit: 4Gi
  {{- with .Values.files.existingClaim }}
  - name: files
    persistentVolumeClaim:
      claimName: {{ . }}
  {{- end }}
  {{- range .Values.certificates }}
  - name: certificates-{{ . }}
    secret:
      secretName: {{ . }}
  {{- end }}
{{- end }}

{{/* Replicas on different machines, where there are several. */}}
{{- define "vault.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "vault.selector" . | nindent 8 }}
{{- end }}
