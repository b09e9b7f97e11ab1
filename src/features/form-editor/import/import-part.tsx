import { useEffect, useRef } from 'react'
import { IconUpload } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { incidentTypeIds } from '#domain/template-file/index.ts'
import { offerTo, unofferedProblems } from '#domain/templates/index.ts'
import { Banner, FileChooser, ListSkeleton, PageSection, useProblemText, useProfile } from '#ui/index.ts'
import type { ToolProps } from '../panel.ts'
import styles from './exchange.module.css'
import { ImportReview } from './import-review.tsx'
import { useChosenFile } from './use-chosen-file.ts'

/** Chooses a file, shows the form it makes and what it could not carry over, and only then puts it into the editor. */
export function ImportPart({ id, form, saved, locks, replace, onClose }: ToolProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const profile = useProfile()
  const { chosen, choose } = useChosenFile(
    {
      id,
      incidentTypes: [form, ...(saved === null ? [] : [saved])].flatMap(incidentTypeIds),
      areas: profile?.areas ?? [],
    },
    form.areas,
  )
  const outcome = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a phone it stands below the edge of the dialog, where no one would look for it.
    if (chosen.kind === 'refused' || chosen.kind === 'read')
      outcome.current?.scrollIntoView({ block: chosen.kind === 'read' ? 'start' : 'nearest' })
  }, [chosen])

  if (replace === null) {
    return (
      <PageSection title={t`Import`}>
        <p className="r-soft">
          <Trans>You are editing this form in another window: import the file there.</Trans>
        </p>
      </PageSection>
    )
  }
  if (locks.structure) {
    return (
      <PageSection title={t`Import`}>
        <p className="r-soft">
          <Trans>This form has answers, so another cannot take its place. Import the file into a new form.</Trans>
        </p>
      </PageSection>
    )
  }
  const isRead = chosen.kind === 'read'
  return (
    <PageSection title={t`Import`}>
      <p className="r-soft">
        <Trans>
          A form exported from Relevo (.json), or an XLSForm: a workbook (.xlsx) or a table (.csv). You see what becomes
          of it before it takes the place of what is in the editor, and can undo it.
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
      <div ref={outcome} aria-live="polite" className={`r-column r-gap-16 ${styles['outcome']}`}>
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
              unofferedProblems(saved, chosen.review.draft, offerTo(profile, chosen.review.draft.areas)).filter(
                ({ place }) => place.kind === 'question',
              ).length
            }
            onUse={() => {
              replace(chosen.review.draft)
              onClose()
            }}
          />
        )}
      </div>
    </PageSection>
  )
}
