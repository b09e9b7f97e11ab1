import { useLiveQuery } from 'dexie-react-hooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { buildReference } from '#domain/codes/index.ts'
import { createEmptyValues } from '#domain/answers/index.ts'
import { translateField, type FormTemplate } from '#domain/templates/index.ts'
import { buildCorrection } from '#domain/corrections/index.ts'
import { deleteDraft, listDrafts, loadDraft, loadTemplate, type Draft } from '#local/index.ts'
import {
  DeleteButton,
  Fold,
  PageSection,
  useAccount,
  useCorrectionDifferences,
  useFormats,
  usePlaceTexts,
} from '#ui/index.ts'
import { buildCitizenPath, type CitizenPageRoute } from './citizen-place.ts'
import styles from './citizen.module.css'

type CitizenDraft = {
  readonly draft: Draft
  readonly form: FormTemplate | undefined
  readonly files: NonNullable<Awaited<ReturnType<typeof loadDraft>>>['files']
}
type CitizenDraftsProps = {
  /** opens the form of a draft; missing if the form is already on screen or cannot be opened */
  readonly go?: ((place: CitizenPageRoute) => void) | undefined
  /** shows only drafts that are continued at this place */
  readonly at?: CitizenPageRoute
}

/** Drafts of this citizen on this device. Drafts can be read even after their form was removed from the portal. */
export function CitizenDrafts({ go, at }: CitizenDraftsProps) {
  const { t } = useLingui()
  const { local } = useAccount()
  const drafts = useLiveQuery(async (): Promise<readonly CitizenDraft[]> => {
    const foundDrafts = await listDrafts(local)
    const shownDrafts = foundDrafts.filter(
      (draft) => at === undefined || buildCitizenPath(toCitizenRoute(draft)) === buildCitizenPath(at),
    )
    return Promise.all(
      shownDrafts.map(async (draft) => ({
        draft,
        form: await loadTemplate(local, draft.template, draft.version),
        files: (await loadDraft(local, draft.id))?.files ?? [],
      })),
    )
  }, [local, at === undefined ? '' : buildCitizenPath(at)])
  if (drafts === undefined || drafts.length === 0) return null
  return (
    <PageSection title={t`Started but not sent`}>
      <ul className="r-plain">
        {drafts.map((draft) => (
          <Line key={draft.draft.id} {...draft} go={go} />
        ))}
      </ul>
    </PageSection>
  )
}

function toCitizenRoute({ id, template, change }: Draft): CitizenPageRoute {
  return change === undefined ? { kind: 'form', form: template } : { kind: 'revision', answer: id }
}

function Line({ draft, form, files, go }: CitizenDraft & Pick<CitizenDraftsProps, 'go'>) {
  const { local } = useAccount()
  const { i18n } = useLingui()
  const formats = useFormats()
  const seen = draft.change?.seen.content ?? createEmptyValues()
  const rows = [draft.content.rows, seen.rows]
  const listDifferences = useCorrectionDifferences(usePlaceTexts({ files, rows }, form))
  const written = listDifferences({ values: buildCorrection(seen, draft.content).values, conditions: [], rows: [] })
  return (
    <li className={`r-under ${styles['line']}`}>
      <div className="r-column r-gap-12 r-breaks">
        <h3 className={styles['title']}>{form === undefined ? '' : translateField(form, 'titulo', i18n.locale)}</h3>
        <p className="r-soft">
          <span className="r-code">{buildReference(draft.id)}</span> · {formats.dateTime(draft.updatedAt)}
        </p>
        <Fold title={<Trans>What you wrote</Trans>}>
          <dl className="r-column r-gap-12 r-lines">
            {written.map(({ key, place: question, is }) => (
              <div key={key}>
                <dt className="r-soft">{question}</dt>
                <dd>{is}</dd>
              </div>
            ))}
          </dl>
        </Fold>
        <div className={`r-row ${styles['actions']}`}>
          {go !== undefined && (
            <Button onClick={() => go(toCitizenRoute(draft))}>
              <Trans>Continue</Trans>
            </Button>
          )}
          <DeleteButton onClick={() => void deleteDraft(local, draft.id)}>
            <Trans>Discard</Trans>
          </DeleteButton>
        </div>
      </div>
    </li>
  )
}
