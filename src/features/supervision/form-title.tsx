import { useLiveQuery } from 'dexie-react-hooks'
import type { TemplateId } from '#domain/kernel/index.ts'
import { loadTemplate } from '#local/index.ts'
import { useAccount, useFormTexts } from '#ui/index.ts'

type TitledProps = { readonly id: TemplateId; readonly title: string }

/** A form's title in the user's language if the form is on this device, otherwise as sent by the server. */
export function FormTitle({ id, title }: TitledProps) {
  const { local } = useAccount()
  const formText = useFormTexts()
  const knownTemplate = useLiveQuery(() => loadTemplate(local, id), [local, id])
  return knownTemplate === undefined ? title : formText(knownTemplate, 'titulo')
}
