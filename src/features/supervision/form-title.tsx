import { useLiveQuery } from 'dexie-react-hooks'
import type { TemplateId } from '#domain/kernel/index.ts'
import { loadTemplate } from '#local/index.ts'
import { useAccount, useFormTexts } from '#ui/index.ts'

type TitledProps = { readonly id: TemplateId; readonly title: string }

/** The title of a form in the reader's language where this device has the form, else as the server gave it. */
export function FormTitle({ id, title }: TitledProps) {
  const { local } = useAccount()
  const textOf = useFormTexts()
  const known = useLiveQuery(() => loadTemplate(local, id), [local, id])
  return known === undefined ? title : textOf(known, 'titulo')
}
