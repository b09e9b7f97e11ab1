import { useEffect, useState } from 'react'
import { Button, Stack } from '@mantine/core'
import { IconBulb, IconChevronRight } from '@tabler/icons-react'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import {
  findReaderAdvice,
  findTemplateWarnings,
  MAX_SENTENCE_WORDS,
  toTemplateDraft,
  type ReaderAdvice,
  type WarningCode,
} from '#domain/templates/index.ts'
import { Dialog, FormDialog, ProblemItems } from '#ui/index.ts'
import { useLanguageName } from '../messages/use-language-name.ts'
import { useEditor, useEditorStore } from '../store/editor-context.tsx'
import { goToFormPlace, usePlaceName } from './go-to.ts'
import type { PublishHints as Hints } from './use-save.ts'
import parts from '../panels/parts/parts.module.css'

/** Delay after the last change before the form is checked, milliseconds. */
const CHECK_DELAY_MS = 800

const NO_HINTS: Hints = { warnings: [], advice: [] }

/**
 * Number and list of warnings about valid but probably unintended settings, and of advice that makes the form easier to
 * read. Renders nothing without either.
 */
export function PublishHints() {
  const { t } = useLingui()
  const hints = useHints()
  const [listed, setListed] = useState(false)
  const count = hints.warnings.length + hints.advice.length
  if (count === 0) return null
  const close = (): void => setListed(false)
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<IconBulb size={20} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setListed(true)}
      >
        <Plural value={count} one="# hint" other="# hints" />
      </Button>
      <Dialog opened={listed} onClose={close} title={t`Check before publishing`} returnFocus={false}>
        <HintLists {...hints} onGo={close} />
      </Dialog>
    </>
  )
}

type ConfirmProps = Hints & { readonly onPublish: () => void; readonly onClose: () => void }

/** Asks for confirmation before publishing a form with hints. Each hint leads to its place. */
export function ConfirmHintsDialog({ onPublish, onClose, ...hints }: ConfirmProps) {
  const { t } = useLingui()
  return (
    <FormDialog
      title={t`Check before publishing`}
      submit={<Trans>Publish anyway</Trans>}
      onSubmit={onPublish}
      onClose={onClose}
    >
      <HintLists {...hints} onGo={onClose} />
    </FormDialog>
  )
}

/** The hints, each with a link to its place. Advice is folded below warnings. */
function HintLists({ warnings, advice, onGo }: Hints & { readonly onGo: () => void }) {
  const words = useWarningTexts()
  const adviceText = useAdviceText()
  const problem = useMend()
  // Waits for the next frame, in which the dialog restores the focus.
  const list = { max: Infinity, onGo }
  return (
    <Stack gap="md">
      {warnings.length > 0 && (
        <div>
          <p>
            <Trans>You can publish the form like this, but these may be mistakes.</Trans>
          </p>
          <ProblemItems
            {...list}
            mends={warnings.map(({ code, place }, index) => problem(words[code], place, index))}
          />
        </div>
      )}
      {advice.length > 0 && (
        <details className={parts['fold']} open={warnings.length === 0}>
          <summary>
            <IconChevronRight size={20} aria-hidden="true" />
            <strong>
              <Plural value={advice.length} one="# suggestion for readers" other="# suggestions for readers" />
            </strong>
          </summary>
          <p className="r-soft r-note">
            <Trans>
              You can publish the form without them. They help people who listen to it, do not see colours or find
              reading hard.
            </Trans>
          </p>
          <ProblemItems {...list} mends={advice.map((one, index) => problem(adviceText(one), one.place, index))} />
        </details>
      )}
    </Stack>
  )
}

/** @returns a function that creates an item of a list, with a link to its place */
function useMend() {
  const store = useEditorStore()
  const placeName = usePlaceName()
  return (text: string, place: ReaderAdvice['place'], index: number) => ({
    key: `${index}`,
    text,
    place: placeName(place),
    go: () => goToFormPlace(store, place),
  })
}

/** Warnings and advice about the form, updated with a delay. */
function useHints(): Hints {
  const { timers } = useEditorStore()
  const form = useEditor((state) => state.form)
  // A new, unchanged form has none.
  const isFresh = useEditor(({ base, history }) => base === null && history.past === null)
  // No one can follow advice on a form that cannot be edited.
  const isLocked = useEditor(({ locks }) => locks.everything)
  const [hints, setHints] = useState(NO_HINTS)
  useEffect(() => {
    const find = (): Hints => {
      const draft = toTemplateDraft(form)
      return { warnings: findTemplateWarnings(draft), advice: isLocked ? [] : findReaderAdvice(draft) }
    }
    const timer = timers.set(() => setHints(isFresh ? NO_HINTS : find()), CHECK_DELAY_MS)
    return () => timers.clear(timer)
  }, [form, isFresh, isLocked, timers])
  return hints
}

function useWarningTexts(): Readonly<Record<WarningCode, string>> {
  const { t } = useLingui()
  return {
    'question-untitled': t`A question has no title.`,
    'options-equal': t`Two options are the same.`,
    'options-missing': t`A question has no options.`,
    'combined-without-fields': t`A combined question has no field to fill in.`,
    'section-without-questions': t`This section has no questions.`,
    'state-without-way-out': t`No other state can follow the initial state, so every answer would stay in it.`,
    'state-never-reached': t`No other state leads to this one.`,
  }
}

function useAdviceText(): (advice: ReaderAdvice) => string {
  const { t } = useLingui()
  const languageName = useLanguageName()
  const words = {
    'image-unread': t`The header image is not read out. Write in the description what it says.`,
    'options-alike': t`Two options sound the same when they are read out.`,
    'questions-alike': t`Two questions of this section sound the same when they are read out.`,
    'colour-alone': t`Something is named by its colour alone, which not everyone can see. Add its name or position.`,
    'sentence-long': t`A sentence has more than ${MAX_SENTENCE_WORDS} words. Shorter sentences are easier to read.`,
  }
  return (advice) => {
    if (advice.kind !== 'translation-missing') return words[advice.kind]
    const { count } = advice
    const language = languageName(advice.language)
    return t`${plural(count, { one: '# text is', other: '# texts are' })} not translated: ${language}`
  }
}
