import { IconDownload, IconUpload } from '@tabler/icons-react'
import { Trans, useLingui, Plural } from '@lingui/react/macro'
import { Button, Stack, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { getLanguageTag, trimMatching, type AreaPath, type Problem } from '#domain/kernel/index.ts'
import {
  exportTemplate,
  listUsedIncidentTypeIds,
  adoptTemplate,
  type AdoptionTarget,
  type DroppedReference,
} from '#domain/template-file/index.ts'
import {
  toTemplateDraft,
  computeEditorFeatures,
  findFeatureProblems,
  type TemplateDraft,
} from '#domain/templates/index.ts'
import type { XlsformNote } from '#domain/xlsform/index.ts'
import {
  Dialog,
  downloadFile,
  PageSection,
  Banner,
  FileChooser,
  ListSkeleton,
  useProblemText,
  useProfile,
} from '#ui/index.ts'
import type { ToolProps } from '../panel.ts'
import { ImportFormReport, DROPPED_REFERENCE_MESSAGES } from './import-report.tsx'
import styles from './exchange.module.css'

/** Maximum characters of the title in a file name. */
const MAX_NAME_LENGTH = 60

/** A file name for an exported form. Contains the title in letters that all systems accept. */
export function buildFormExportFileName(title: string): string {
  const plainText = title.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = trimMatching(plainText.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, MAX_NAME_LENGTH), /-/)
  return `${words === '' ? 'form' : words}.relevo.json`
}

/** Dialog to start a form with the import of a file. */
export function ImportFormDialog(props: ToolProps) {
  const { t } = useLingui()
  return (
    <Dialog opened onClose={props.onClose} title={t`Form from a file`} size="xl">
      <ImportPart {...props} />
    </Dialog>
  )
}

/** Dialog to export the form to a file or import a file. */
export function ExportImportDialog(props: ToolProps) {
  const { t } = useLingui()
  const { form, onClose } = props
  const save = (): void =>
    downloadFile(exportTemplate(toTemplateDraft(form)), buildFormExportFileName(form.titulo), 'application/json')
  return (
    <Dialog opened onClose={onClose} title={t`Import and export`} size="xl">
      <Stack gap="xs" className={styles['parts'] ?? ''}>
        <PageSection flat title={t`Export`}>
          <p className="r-soft">
            <Trans>
              A file with the whole form as it is in the editor now, without its answers. You can keep it, send it, or
              import it into another installation of Relevo.
            </Trans>
          </p>
          <div>
            <Button variant="default" leftSection={<IconDownload size={20} aria-hidden="true" />} onClick={save}>
              <Trans>Export this form</Trans>
            </Button>
          </div>
        </PageSection>
        <ImportPart {...props} />
      </Stack>
    </Dialog>
  )
}

/** Imports a file. Shows the resulting form, and what could not be imported, before replacing the editor's content. */
function ImportPart({ id, form, saved, locks, replace, onClose }: ToolProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const profile = useProfile()
  const { chosen, choose } = useChosenFile(
    {
      id,
      incidentTypes: [form, ...(saved === null ? [] : [saved])].flatMap(listUsedIncidentTypeIds),
      areas: profile?.areas ?? [],
    },
    form.areas,
  )
  const outcome = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Scrolls to the result, which is off screen on phones.
    if (chosen.kind === 'refused' || chosen.kind === 'read')
      outcome.current?.scrollIntoView({ block: chosen.kind === 'read' ? 'start' : 'nearest' })
  }, [chosen])

  if (replace === null) {
    return (
      <PageSection flat title={t`Import`}>
        <p className="r-soft">
          <Trans>You are editing this form in another window. Import the file there.</Trans>
        </p>
      </PageSection>
    )
  }
  if (locks.structure) {
    return (
      <PageSection flat title={t`Import`}>
        <p className="r-soft">
          <Trans>This form has answers, so it cannot be replaced. Import the file into a new form.</Trans>
        </p>
      </PageSection>
    )
  }
  const isRead = chosen.kind === 'read'
  return (
    <PageSection flat title={t`Import`}>
      <p className="r-soft">
        <Trans>
          Choose a form exported from Relevo (.json) or an XLSForm (.xlsx or .csv). You can check the result before it
          replaces the form in the editor, and you can undo the import.
        </Trans>
      </p>
      <div>
        <FileChooser
          accept=".json,.xlsx,.xlsm,.xls,.csv,application/json,text/csv"
          label={t`File with a form`}
          variant={isRead ? 'subtle' : 'filled'}
          loading={chosen.kind === 'reading'}
          leftSection={<IconUpload size={20} aria-hidden="true" />}
          onChosen={choose}
        >
          {isRead ? <Trans>Choose another file</Trans> : <Trans>Choose a file</Trans>}
        </FileChooser>
      </div>
      <Stack ref={outcome} aria-live="polite" gap="md" className={styles['outcome'] ?? ''}>
        {chosen.kind === 'reading' && <ListSkeleton rows={3} />}
        {chosen.kind === 'refused' && (
          <Banner tone="attention">
            <strong>{chosen.name}</strong>: {problemText(chosen.problem)}
          </Banner>
        )}
        {isRead && (
          <ImportReview
            review={chosen.review}
            unoffered={
              findFeatureProblems(
                saved,
                chosen.review.draft,
                computeEditorFeatures(profile, chosen.review.draft.areas),
              ).filter(({ place }) => place.kind === 'question').length
            }
            onUse={() => {
              replace(chosen.review.draft)
              onClose()
            }}
          />
        )}
      </Stack>
    </PageSection>
  )
}

type ImportReviewProps = {
  readonly review: Review
  /** number of video or combined questions not available to this user */
  readonly unoffered: number
  readonly onUse: () => void
}

/** Summary of the imported form, before it replaces the editor's content. */
function ImportReview({ review: { name, draft, notes, left }, unoffered, onUse }: ImportReviewProps) {
  const { t, i18n } = useLingui()
  const questions = draft.secciones.reduce(
    (sum, { preguntas, conditions }) =>
      sum + preguntas.length + conditions.reduce((inner, condition) => inner + condition.questions.length, 0),
    0,
  )
  const listed = new Intl.ListFormat(getLanguageTag(i18n.locale)).format(
    left.map((reference) => i18n._(DROPPED_REFERENCE_MESSAGES[reference])),
  )
  return (
    <>
      <div className={styles['found']}>
        <Title order={3}>{draft.titulo === '' ? name : draft.titulo}</Title>
        <p className="r-soft">
          {name} · <Plural value={draft.secciones.length} one="# section" other="# sections" /> ·{' '}
          <Plural value={questions} one="# question" other="# questions" />
        </p>
      </div>
      {left.length > 0 && (
        <Banner tone="waiting">
          <Trans>Will not be imported: {listed}.</Trans>
        </Banner>
      )}
      {unoffered > 0 && (
        <Banner tone="waiting">
          <Plural
            value={unoffered}
            one="# question uses videos or combined fields, which are not available to you here. You will have to change it before publishing."
            other="# questions use videos or combined fields, which are not available to you here. You will have to change them before publishing."
          />
        </Banner>
      )}
      {notes.length + left.length === 0 && (
        <Banner tone="received">{t`Everything in the file can be imported.`}</Banner>
      )}
      {notes.length > 0 && <ImportFormReport notes={notes} />}
      <div className={styles['use']}>
        <Button onClick={onUse}>
          <Trans>Use this form</Trans>
        </Button>
      </div>
    </>
  )
}

/** An imported form, not yet in the editor. */
type Review = {
  readonly name: string
  readonly kind: 'relevo' | 'xlsform'
  readonly draft: TemplateDraft
  readonly notes: readonly XlsformNote[]
  readonly left: readonly DroppedReference[]
}

type ImportState =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'refused'; readonly name: string; readonly problem: Problem }
  | { readonly kind: 'read'; readonly review: Review }

/** Reads a chosen file. @param present areas of the form in the editor, kept if the file has no area of the user */
function useChosenFile(adopting: AdoptionTarget, present: readonly AreaPath[]) {
  const [chosen, setChosen] = useState<ImportState>({ kind: 'nothing' })

  const choose = async (file: File): Promise<void> => {
    setChosen({ kind: 'reading' })
    const refused = (problem: Problem): void => setChosen({ kind: 'refused', name: file.name, problem })
    // The reader is loaded with the first file, which fails while offline.
    const reader = await import('#documents/index.ts').catch(() => null)
    if (reader === null) return refused({ code: 'network.unreachable' })
    try {
      const form = await reader.importForm(new Uint8Array(await file.arrayBuffer()), file.name)
      if (!form.ok) return refused(form.problem)
      const { kind, notes } = form.value
      const { draft, left } = adoptTemplate(form.value.draft, adopting)
      const placed = draft.areas.length > 0 ? draft : { ...draft, areas: present }
      setChosen({ kind: 'read', review: { name: file.name, kind, draft: placed, notes, left } })
    } catch {
      refused({ code: 'import.unreadable' })
    }
  }
  return { chosen, choose: (file: File) => void choose(file) }
}
