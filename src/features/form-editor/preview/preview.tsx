import { useState, useEffect, useRef, type RefObject } from 'react'
import { IconDeviceMobile, IconDeviceTablet, IconWorld } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { toTemplateDraft } from '#domain/templates/index.ts'
import { PREVIEW_PATH, frameMessageSchema, type Viewer, type PreviewMessage } from '#domain/preview/index.ts'
import { Banner, Dialog } from '#ui/index.ts'
import type { ToolProps } from '../panel.ts'
import styles from './preview.module.css'

type Stage = { readonly viewer: Viewer; readonly width: number; readonly height: number }

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
export function Preview({ form, onClose }: ToolProps) {
  const { t } = useLingui()
  // Starts with the user's type of device. Rotating the device does not switch, which would reset the tried form.
  const [name, setName] = useState<StageName>(() => (innerWidth < STAGES.tablet.width ? 'phone' : 'tablet'))
  const [draft] = useState(() => toTemplateDraft(form))
  const { viewer, width, height } = STAGES[name]
  const { ref: room, width: roomWidth, height: roomHeight } = useElementSize()
  const frame = useFrame({ relevo: 'preview', viewer, draft }, onClose)
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
            key={name}
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
