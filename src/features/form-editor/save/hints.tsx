import { useEffect, useState } from 'react'
import { Button } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type TemplateWarning, templateWarnings, toTemplateDraft, type WarningCode } from '#domain/templates/index.ts'
import { Dialog, FixItems } from '#ui/index.ts'
import { useEditor, useEditorStore } from '../store/editor-context.tsx'
import { goToFormPlace } from './go-to.ts'
import { usePlaceName } from './use-place-name.ts'

/** Delay after the last change before the form is checked, milliseconds. */
const CHECK_DELAY_MS = 800

/** Number of warnings about valid but probably unintended settings, and a list of them. Renders nothing without any. */
export function PublishHints() {
  const { t } = useLingui()
  const store = useEditorStore()
  const placeName = usePlaceName()
  const words = useWords()
  const warnings = useWarnings()
  const [listed, setListed] = useState(false)
  if (warnings.length === 0) return null
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<IconBulb size={20} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setListed(true)}
      >
        <Plural value={warnings.length} one="# hint" other="# hints" />
      </Button>
      <Dialog opened={listed} onClose={() => setListed(false)} title={t`Check before publishing`} returnFocus={false}>
        <p>
          <Trans>You can publish the form like this, but these may be mistakes.</Trans>
        </p>
        {/* Waits for the next frame, in which the dialog restores the focus. */}
        <FixItems
          most={Infinity}
          mends={warnings.map(({ code, place }, index) => ({
            key: `${code}-${index}`,
            text: words[code],
            place: placeName(place),
            go: () => goToFormPlace(store, place),
          }))}
          onGo={() => setListed(false)}
        />
      </Dialog>
    </>
  )
}

/** Warnings about the form, updated with a delay. */
function useWarnings(): readonly TemplateWarning[] {
  const { timers } = useEditorStore()
  const form = useEditor((state) => state.form)
  // A new, unchanged form has no warnings.
  const isFresh = useEditor(({ base, history }) => base === null && history.past === null)
  const [warnings, setWarnings] = useState<readonly TemplateWarning[]>([])
  useEffect(() => {
    const timer = timers.set(() => setWarnings(isFresh ? [] : templateWarnings(toTemplateDraft(form))), CHECK_DELAY_MS)
    return () => timers.clear(timer)
  }, [form, isFresh, timers])
  return warnings
}

function useWords(): Readonly<Record<WarningCode, string>> {
  const { t } = useLingui()
  return {
    'question-untitled': t`A question has no title.`,
    'options-equal': t`Two options are the same.`,
    'options-missing': t`A question has no options.`,
    'combined-without-fields': t`A combined question has no field to fill in.`,
    'section-without-questions': t`This section has no questions.`,
    'state-without-way-out': t`No state can follow the initial state.`,
    'state-never-reached': t`No other state leads to this one.`,
  }
}
