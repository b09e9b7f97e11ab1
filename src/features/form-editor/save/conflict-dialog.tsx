import { type ReactNode, useMemo, useState } from 'react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack } from '@mantine/core'
import { getVisibleText } from '#domain/kernel/index.ts'
import {
  createEmptyForm,
  mergeTemplates,
  compareTemplates,
  toTemplateDraft,
  findSection,
  type MergeSide,
  type TemplateConflict,
  type TemplateDraft,
  type EditorForm,
} from '#domain/templates/index.ts'
import type { TemplateEditBase } from '#local/index.ts'
import { Dialog, notify, useFormats } from '#ui/index.ts'
import { createEditBase, pickEditedContent, toEditBase, type ServerForm } from '../opening.ts'
import { SingleChoice } from '../panels/parts/choices.tsx'
import { useFormMunicipality } from '../panels/options/use-form-municipality.ts'
import { useEditor, useEditorStore } from '../store/editor-context.tsx'
import { applyEdit } from '../store/editor-store.ts'
import { checkForm } from '../store/problems.ts'
import { useDifferenceTexts } from '../versions/use-difference-texts.ts'
import styles from './conflict.module.css'

/** Texts for conflicting edits. */
export function useTemplateConflictTexts() {
  const { t } = useLingui()
  const words = useDifferenceTexts(useFormMunicipality(useEditor(({ form }) => form))?.timeZone)
  return {
    /** @param unit key of a section, or 'form' */
    unit: (form: EditorForm, unit: string): string => {
      const section = findSection(form, unit)
      if (unit === 'form') return t`Title, options and everything outside the sections`
      return section === undefined || section.titulo === '' ? t`A section` : section.titulo
    },
    /** the element and the field in conflict */
    part: ({ part, field }: TemplateConflict): string =>
      field === null ? words.part(part) : `${words.part(part)} · ${words.field(field)}`,
    value: ({ field, ...values }: TemplateConflict, side: 'mine' | 'theirs'): string => {
      const value = values[side]
      if (field !== null) return words.value(field, value)
      return value === undefined ? t`deleted` : words.value('', collectTexts(value).join(', '))
    },
  }
}

/** Fields by which users recognise a section, condition, question, option or block. */
const TEXTS: readonly string[] = [
  'titulo',
  'conditionalQuestion',
  'condition',
  'texto',
  'name',
  'content',
  'nombre',
  'title',
]

/** The texts by which users recognise an element and its inner elements, in the order of its fields. */
function collectTexts(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, inner]: readonly [string, unknown]) => {
    if (typeof inner === 'string') return TEXTS.includes(field) && getVisibleText(inner) !== '' ? [inner.trim()] : []
    return collectTexts(inner)
  })
}

/** Groups conflicts that are resolved together, in their order. */
export function groupConflictsByUnit(
  clashes: readonly TemplateConflict[],
): readonly (readonly [unit: string, clashes: readonly TemplateConflict[]])[] {
  const units = new Map<string, readonly TemplateConflict[]>()
  for (const clash of clashes) units.set(clash.unit, [...(units.get(clash.unit) ?? []), clash])
  return [...units]
}

type ConflictDialogProps = {
  /** the server's current version of the form */
  readonly current: ServerForm
  /** whether the merged form is published (all rules apply) or saved as a draft */
  readonly publishing: boolean
  /** sets the server's version as the new base (`EditingSession`) */
  readonly settle: (base: TemplateEditBase) => Promise<void>
  readonly onClose: () => void
  /** called if the merged form is invalid, which is possible even if both versions are valid */
  readonly onBroken: () => void
}

/**
 * Resolves concurrent edits of a form, as one undo step. Users merge both versions, with a choice per section in
 * conflict, or take the server's version.
 */
export function ConflictDialog({ current, publishing, settle, onClose, onBroken }: ConflictDialogProps) {
  const { t } = useLingui()
  const store = useEditorStore()
  const formats = useFormats()
  const { base } = store.state.getState()
  const content = pickEditedContent(current)
  const [username, date] = [
    content?.lastEdit?.username ?? '',
    formats.dateTime(content?.lastEdit?.date ?? content?.timeStamp ?? ''),
  ]

  const reload = (): void => {
    const fresh = createEditBase(current, store.newKey)
    applyEdit(store, 'conflict:reload', () => fresh.opened)
    void settle(fresh)
    notify({ tone: 'waiting', text: t`The saved version is in the editor. Undo to get your changes back.` })
    onClose()
  }
  const take = (
    <Button variant="default" onClick={reload}>
      <Trans>Use the saved version</Trans>
    </Button>
  )
  return (
    <Dialog opened onClose={onClose} title={t`Someone else has saved this form`} size="lg">
      <Stack gap="md">
        <p>
          {username === '' ? (
            <Trans>Saved on {date}.</Trans>
          ) : (
            <Trans>
              Saved by {username} on {date}.
            </Trans>
          )}
        </p>
        {base === null && (
          <p>
            <Trans>The form was saved in another window. Your changes here are not on the server.</Trans>
          </p>
        )}
        <MergeDialog
          base={base}
          current={current}
          publishing={publishing}
          settle={settle}
          onDone={onClose}
          onBroken={onBroken}
          instead={take}
        />
      </Stack>
    </Dialog>
  )
}

type MergingProps = {
  /** version that both edits started from; null if both created the form */
  readonly base: TemplateEditBase | null
  readonly current: ServerForm
  readonly publishing: boolean
  readonly settle: ConflictDialogProps['settle']
  readonly onDone: () => void
  readonly onBroken: () => void
  /** button for the alternative action */
  readonly instead: ReactNode
}

function MergeDialog({ base, current, publishing, settle, onDone, onBroken, instead }: MergingProps) {
  const { t } = useLingui()
  const store = useEditorStore()
  const words = useTemplateConflictTexts()
  const saved: TemplateDraft = pickEditedContent(current) ?? toTemplateDraft(EMPTY_FORM)
  const [choices, setChoices] = useState<Readonly<Record<string, MergeSide>>>({})
  // The form cannot change while the dialog is open, so it is read once.
  const { form } = store.state.getState()
  const merged = useMemo(
    () => mergeTemplates({ base: base?.opened ?? EMPTY_FORM, mine: form, theirs: saved }, store.newKey, choices),
    [base, choices, saved, form, store],
  )
  const theirs = useMemo(
    () => (base === null ? 0 : compareTemplates(toTemplateDraft(base.opened), saved).length),
    [base, saved],
  )
  const [clashes] = useState(merged.clashes)
  const units = groupConflictsByUnit(clashes)
  const merge = (): void => {
    applyEdit(store, 'conflict:merge', () => merged.form)
    void settle(toEditBase(current, merged.base))
    onDone()
    const broken = publishing && checkForm(store).length > 0
    if (broken) onBroken()
    notify(
      broken
        ? {
            tone: 'attention',
            text: t`Both versions were merged, but the result cannot be published yet. The problems are listed below.`,
          }
        : { tone: 'received', text: t`Both versions were merged. Check the result, then save the draft or publish.` },
    )
  }
  return (
    <>
      <p>
        {base !== null && (
          <Plural
            value={theirs}
            _0="The saved form has no changes."
            one="# change was saved."
            other="# changes were saved."
          />
        )}{' '}
        {clashes.length === 0 ? (
          <Trans>Your changes and theirs do not conflict.</Trans>
        ) : (
          <Trans>Where both versions changed the same thing, choose which one to keep.</Trans>
        )}
      </p>
      {units.map(([unit, group]) => (
        <Stack key={unit} gap="xs" className={`r-round ${styles['unit']}`}>
          <SingleChoice<MergeSide>
            label={words.unit(form, unit)}
            value={choices[unit] ?? 'mine'}
            choices={[
              { value: 'mine', text: t`My version` },
              { value: 'theirs', text: t`Their version` },
            ]}
            onChange={(side) => setChoices((before) => ({ ...before, [unit]: side }))}
          />
          <ul className={`r-column r-plain ${styles['clashes']}`}>
            {group.slice(0, MAX_SHOWN).map((clash, index) => (
              <ConflictItem key={index} clash={clash} words={words} />
            ))}
          </ul>
          {group.length > MAX_SHOWN && (
            <p>
              <MoreConflictsNote count={group.length - MAX_SHOWN} />
            </p>
          )}
        </Stack>
      ))}
      <Group gap="xs" align="stretch" wrap="nowrap" className={styles['ways'] ?? ''}>
        {instead}
        <Button onClick={merge}>
          <Trans>Merge both versions</Trans>
        </Button>
      </Group>
    </>
  )
}

const EMPTY_FORM = createEmptyForm()

/** Maximum conflicts listed per section. */
const MAX_SHOWN = 5

function MoreConflictsNote({ count }: { readonly count: number }) {
  return <Trans>and {count} more</Trans>
}

function ConflictItem({
  clash,
  words,
}: {
  readonly clash: TemplateConflict
  readonly words: ReturnType<typeof useTemplateConflictTexts>
}) {
  const [mine, theirs] = [words.value(clash, 'mine'), words.value(clash, 'theirs')]
  return (
    <li>
      <strong>{words.part(clash)}</strong>
      <span>
        <Trans>My version: {mine}</Trans>
      </span>
      <span>
        <Trans>Their version: {theirs}</Trans>
      </span>
    </li>
  )
}
