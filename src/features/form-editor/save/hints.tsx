import { useEffect, useState } from 'react'
import { Button } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { unreachable } from '#domain/kernel/index.ts'
import {
  findTemplateWarnings,
  toTemplateDraft,
  findQuestionAt,
  type TemplateWarning,
  type WarningCode,
  type TemplatePlace,
} from '#domain/templates/index.ts'
import { Dialog, ProblemItems } from '#ui/index.ts'
import { OPTION_MESSAGES } from '../panels/options/option-messages.ts'
import { useEditor, useEditorStore } from '../store/editor-context.tsx'
import { FIELD_MESSAGES } from '../versions/use-difference-texts.ts'
import { goToFormPlace } from './go-to.ts'

/** Delay after the last change before the form is checked, milliseconds. */
const CHECK_DELAY_MS = 800

/** Number and list of warnings about valid but probably unintended settings. Renders nothing without warnings. */
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
        <ProblemItems
          max={Infinity}
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
    const timer = timers.set(
      () => setWarnings(isFresh ? [] : findTemplateWarnings(toTemplateDraft(form))),
      CHECK_DELAY_MS,
    )
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

/**
 * @returns a function that names the place of a problem, for example a field of the form, an option, a section or a
 * question
 */
export function usePlaceName(): (place: TemplatePlace) => string {
  const { t, i18n } = useLingui()
  const store = useEditorStore()
  const sectionName = (index: number): string => {
    const number = index + 1
    const titulo = store.state.getState().form.secciones[index]?.titulo ?? ''
    return titulo === '' ? t`Section ${number}` : titulo
  }
  return (place) => {
    switch (place.kind) {
      case 'state': {
        const number = place.state + 1
        const nombre = store.state.getState().form.estados.disponibles[place.state]?.nombre.trim() ?? ''
        return nombre === '' ? t`State ${number}` : nombre
      }
      case 'signature': {
        const number = place.signature + 1
        return t`Signature ${number}`
      }
      case 'section':
        return sectionName(place.section)
      case 'condition': {
        const number = place.condition + 1
        return `${sectionName(place.section)} · ${t`Condition ${number}`}`
      }
      case 'question':
      case 'block':
      case 'choice': {
        const number = place.question + 1
        const titulo = findQuestionAt(store.state.getState().form, place)?.titulo ?? ''
        return `${sectionName(place.section)} · ${titulo === '' ? t`Question ${number}` : titulo}`
      }
      case 'field': {
        const descriptor = FIELD_MESSAGES[place.field]
        return descriptor === undefined ? '' : i18n._(descriptor)
      }
      case 'option':
        return i18n._(OPTION_MESSAGES[place.option].name)
      default:
        return unreachable(place)
    }
  }
}
