import { Button, Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { useStore } from 'zustand'
import {
  getCurrentValueAtConflict,
  isDecisionAboutConflict,
  toConflictResolution,
  acceptProposedRow as takeRowProposed,
} from '#domain/corrections/index.ts'
import type { Conflict } from '#domain/answers/index.ts'
import { LazyConflictValues } from '#ui/index.ts'
import { restoreRow, removeRow, revealQuestion, setCondition, setHeader, setValue } from '../form/form-actions.ts'
import { useFormContext } from '../form/form-context.ts'
import type { FormStore } from '../form/form-store.ts'
import type { ChangeSession } from './change-session.ts'
import styles from './change.module.css'

/** Lists open conflicts, except about states. Saving resolves the checked conflicts with the form's values. */
export function OpenConflicts({ session }: { readonly session: ChangeSession }) {
  const { t } = useLingui()
  const { expected, stored, version } = session.opening
  const decides = useStore(session.decides)
  const open = stored.conflicts.filter(({ resolved, kind }) => resolved === undefined && kind !== 'state')
  if (open.length === 0) return null
  return (
    <section className={`r-column r-gap-12 ${styles['conflicts']}`} aria-label={t`Open conflicts`}>
      <h2>
        <Trans>Two people changed the same question</Trans>
      </h2>
      <ul>
        {open.map((conflict) => {
          const resolution = toConflictResolution(conflict)
          const isDecided = decides.some((eachDecide) => isDecisionAboutConflict(eachDecide, conflict))
          const now = getCurrentValueAtConflict(expected, conflict)
          const decide = (decided: boolean): void =>
            session.decides.setState(
              [
                ...decides.filter((eachDecide) => !isDecisionAboutConflict(eachDecide, conflict)),
                ...(decided ? [resolution] : []),
              ],
              true,
            )
          return (
            <LazyConflictValues
              key={`${resolution.mutation}${resolution.at}`}
              conflict={conflict}
              answer={stored}
              version={version}
              now={now}
            >
              <AcceptChangeButton session={session} conflict={conflict} onTaken={() => decide(true)} />
              <Checkbox
                label={t`Resolved with the value in the form`}
                checked={isDecided}
                onChange={(event) => decide(event.currentTarget.checked)}
              />
            </LazyConflictValues>
          )
        })}
      </ul>
    </section>
  )
}

type TakeProps = { readonly session: ChangeSession; readonly conflict: Conflict; readonly onTaken: () => void }

/**
 * Copies the conflicting value into the form. Not offered for conflicting row counts, which do not say which rows are
 * meant: users add or remove rows in the form.
 */
function AcceptChangeButton({ session, conflict, onTaken }: TakeProps) {
  const { form } = useFormContext()
  if (conflict.kind === 'rows' || conflict.kind === 'state') return null
  const take = (): void => {
    onTaken()
    if (conflict.kind === 'value') {
      setValue(form, conflict.address, conflict.proposed ?? undefined)
      revealQuestion(form, conflict.address)
    } else if (conflict.kind === 'row') acceptRow(form, conflict)
    else if (conflict.kind !== 'condition') setHeader(form, { [conflict.kind]: conflict.proposed ?? undefined })
    else {
      const section = session.opening.version.secciones.find(({ orden }) => orden === conflict.section)
      const condition = section?.conditions.find(({ order }) => order === conflict.condition)
      if (section !== undefined && condition !== undefined) setCondition(form, section, condition, conflict.proposed)
    }
  }
  return (
    <Button variant="default" onClick={take}>
      <Trans>Use the proposed value in the form</Trans>
    </Button>
  )
}

function acceptRow(form: FormStore, conflict: Extract<Conflict, { kind: 'row' }>): void {
  const { content } = form.state.getState()
  const section = form.template.secciones.find(({ orden }) => orden === conflict.section)
  if (section === undefined) return
  if (conflict.proposed === null) return removeRow(form, section, conflict.row)
  const { values } = takeRowProposed(content, conflict)
  restoreRow(form, section, conflict.row, {})
  for (const { at, value } of values) setValue(form, at, value ?? undefined)
  const first = values[0]
  if (first !== undefined) revealQuestion(form, first.at)
}
