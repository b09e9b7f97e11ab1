import { useState, useEffect, useRef, type RefObject } from 'react'
import { IconDeviceMobile, IconDeviceTablet, IconFileTypePdf, IconWorld } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, NativeSelect } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type TemplateDraft, toTemplateDraft } from '#domain/templates/index.ts'
import { type Language, LANGUAGES, toInstant } from '#domain/kernel/index.ts'
import { buildPdfMessages } from '#documents/pdf/index.ts'
import { buildAnswerPdf } from '#domain/pdf/index.ts'
import {
  PREVIEW_PATH,
  frameMessageSchema,
  buildPreviewAnswer,
  listTranslatedLanguages,
  type PreviewViewer,
  type PreviewMessage,
} from '#domain/preview/index.ts'
import {
  Banner,
  chooseLanguage,
  Dialog,
  downloadFile,
  fetchFileBytes,
  loadMessages,
  NAMED_LANGUAGES,
  notify,
  OFFERED_LANGUAGES,
  useFormats,
} from '#ui/index.ts'
import { useLanguageName } from '../messages/use-language-name.ts'
import type { ToolProps } from '../panel.ts'
import styles from './form-preview.module.css'

type Stage = { readonly viewer: PreviewViewer; readonly width: number; readonly height: number }

/** Devices of the preview, in CSS pixels. */
const STAGES = {
  tablet: { viewer: 'staff', width: 820, height: 1180 },
  phone: { viewer: 'staff', width: 390, height: 844 },
  public: { viewer: 'public', width: 360, height: 780 },
} as const satisfies Readonly<Record<string, Stage>>
type StageName = keyof typeof STAGES

/** Minimum height of the previewed device, in CSS pixels. */
const MIN_HEIGHT_PIXELS = 420

/** Previews the unsaved form with the answering screen, in a frame with the width of a device. */
export function FormPreview({ form, onClose }: ToolProps) {
  const { t, i18n } = useLingui()
  const languageName = useLanguageName()
  // Starts with the user's type of device. Rotating the device does not switch, which would reset the tried form.
  const [name, setName] = useState<StageName>(() => (innerWidth < STAGES.tablet.width ? 'phone' : 'tablet'))
  const [draft] = useState(() => toTemplateDraft(form))
  const [language, setLanguage] = useState<Language>(() => chooseLanguage(i18n.locale))
  const [offered] = useState(() => {
    const translated = listTranslatedLanguages(draft)
    return LANGUAGES.filter((code) => translated.includes(code) || OFFERED_LANGUAGES.some((other) => other === code))
  })
  const { viewer, width, height } = STAGES[name]
  const { ref: room, width: roomWidth, height: roomHeight } = useElementSize()
  const frame = useFrame({ relevo: 'preview', viewer, language, draft }, onClose)
  // On narrow screens the previewed device is scaled down. On low screens it is shorter, so that the save bar is
  // visible.
  const scale = roomWidth > 0 && roomWidth < width ? roomWidth / width : 1
  const fitting = Math.min(height, Math.max(MIN_HEIGHT_PIXELS, roomHeight) / scale)
  const stages = [
    { value: 'tablet', text: t`Tablet`, Icon: IconDeviceTablet },
    { value: 'phone', text: t`Phone`, Icon: IconDeviceMobile },
    { value: 'public', text: t`Public`, Icon: IconWorld },
  ] as const

  return (
    <Dialog
      opened
      onClose={onClose}
      title={t`Preview`}
      fullScreen
      classNames={{ content: styles['window'] ?? '', body: styles['body'] ?? '' }}
    >
      <Group gap="8px 16px">
        <Group role="group" aria-label={t`Shown as`} gap="xs" align="stretch">
          {stages.map(({ value, text, Icon }) => (
            <Button
              key={value}
              variant={value === name ? 'filled' : 'default'}
              aria-pressed={value === name}
              leftSection={<Icon size={20} aria-hidden="true" />}
              onClick={() => setName(value)}
            >
              {text}
            </Button>
          ))}
        </Group>
        <NativeSelect
          aria-label={t`Language of the preview`}
          value={language}
          data={offered.map((code) => ({ value: code, label: languageName(code) }))}
          onChange={({ currentTarget: { value } }) => setLanguage(offered.find((code) => code === value) ?? language)}
        />
        <PdfButton draft={draft} language={language} />
        <span className="r-soft">
          {viewer === 'public' ? t`As seen by someone without an account.` : t`As seen by an inspector.`}{' '}
          {t`Nothing you enter here is saved.`}
        </span>
      </Group>
      {viewer === 'public' && !draft.opcionales.publico && (
        <Banner tone="waiting">{t`This form is not public yet. This is how it would look without an account.`}</Banner>
      )}
      <div ref={room} className={styles['container']}>
        <div className={styles['device']} style={{ width: width * scale, height: fitting * scale }}>
          <iframe
            key={`${name} ${language}`}
            ref={frame}
            src={PREVIEW_PATH}
            title={t`The form as it is answered`}
            style={{ width, height: fitting, transform: `scale(${scale})` }}
          />
        </div>
      </div>
    </Dialog>
  )
}

type PdfButtonProps = { readonly draft: TemplateDraft; readonly language: Language }

/** Downloads the PDF of a blank answer. Its labels are in the user's language, the form's texts in the chosen one. */
function PdfButton({ draft, language }: PdfButtonProps) {
  const { t, i18n } = useLingui()
  const { dateTime } = useFormats()
  const [busy, setBusy] = useState(false)
  async function write(): Promise<boolean> {
    const [files] = await Promise.all([import('#documents/index.ts'), loadMessages('pdf')])
    const at = toInstant(Date.now())
    const settings = draft.pdfSettings && { ...draft.pdfSettings, removeUnanswered: false }
    const content = buildAnswerPdf(buildPreviewAnswer(draft, at), settings, {
      texts: buildPdfMessages(i18n),
      language,
      dateTime,
      codeHidden: false,
      electronicSignatureHidden: false,
      home: location.origin,
    })
    const result = await files.writePdf(
      { papers: [content], language: NAMED_LANGUAGES[language].tag, origin: location.origin, at },
      async ({ url }) => {
        const bytes = await fetchFileBytes(url)
        return bytes === undefined ? null : new Uint8Array(bytes)
      },
      new AbortController().signal,
    )
    if (result.ok) downloadFile(result.value, `${t`preview`}.pdf`, result.value.type)
    return result.ok
  }
  async function download(): Promise<void> {
    setBusy(true)
    const isWritten = await write().catch(() => false)
    setBusy(false)
    if (isWritten) notify({ tone: 'received', text: t`The PDF was downloaded` })
    else notify({ tone: 'attention', text: t`The PDF could not be created` })
  }
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconFileTypePdf size={20} aria-hidden="true" />}
      onClick={() => void download()}
    >
      <Trans>As PDF</Trans>
    </Button>
  )
}

/** The preview's frame. Receives the form when it reports that it is ready. `onLeft`: Escape was pressed inside. */
function useFrame(message: PreviewMessage, onLeft: () => void): RefObject<HTMLIFrameElement | null> {
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useRef({ message, onLeft })
  useEffect(() => {
    latest.current = { message, onLeft }
  })
  useEffect(() => {
    const answer = ({ origin, source, data }: MessageEvent<unknown>): void => {
      const page = frame.current?.contentWindow
      if (page === undefined || page === null || source !== page || origin !== location.origin) return
      const parsed = frameMessageSchema.safeParse(data)
      if (!parsed.success) return
      if (parsed.data.relevo === 'preview-ready') page.postMessage(latest.current.message, location.origin)
      else latest.current.onLeft()
    }
    addEventListener('message', answer)
    return () => removeEventListener('message', answer)
  }, [])
  return frame
}
