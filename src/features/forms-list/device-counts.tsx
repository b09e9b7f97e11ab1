import { useLiveQuery } from 'dexie-react-hooks'
import { Plural } from '@lingui/react/macro'
import type { TemplateId } from '#domain/kernel/index.ts'
import { countKnownAnswers, type Draft } from '#local/index.ts'
import { useAccount } from '#ui/index.ts'

export type CountsOnDeviceProps = { readonly form: TemplateId; readonly drafts: readonly Draft[] }

/** The numbers of a form's answers and drafts on this device. Renders nothing if there are none. */
export function CountsOnDevice({ form, drafts }: CountsOnDeviceProps) {
  const { local } = useAccount()
  const answers = useLiveQuery(() => countKnownAnswers(local, form), [local, form]) ?? 0
  const begun = drafts.filter(({ template }) => template === form).length
  return (
    <>
      {answers > 0 && <Plural value={answers} one="# answer" other="# answers" />}
      {answers > 0 && begun > 0 && ', '}
      {begun > 0 && <Plural value={begun} one="# draft" other="# drafts" />}
    </>
  )
}
