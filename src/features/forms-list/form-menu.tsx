import { useState } from 'react'
import { actorOfProfile } from '#domain/access/index.ts'
import type { FormSummary } from '#domain/templates/index.ts'
import { lazyPart, useProfile } from '#ui/index.ts'
import type { DialogRequest } from './form-dialogs.tsx'
import { FormMenuButton } from './form-menu-button.tsx'
import { menuEntries } from './menu-entries.ts'

export type OpenFormDialog = (asked: DialogRequest) => void

/** Loaded on demand, so that the list is rendered sooner. */
const FormMenuPanel = lazyPart(async () => (await import('./form-menu-panel.tsx')).FormMenuPanel)

export type FormMenuProps = { readonly template: FormSummary; readonly title: string; readonly ask: OpenFormDialog }

/** The menu of a row. Renders nothing if it would be empty. */
export function FormMenu({ template, title, ask }: FormMenuProps) {
  const profile = useProfile()
  const [wanted, setWanted] = useState(false)
  const entries = profile === null ? [] : menuEntries(actorOfProfile(profile), template)
  if (entries.length === 0) return null
  const closed = (
    <FormMenuButton
      form={template.id}
      title={title}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    />
  )
  return (
    <FormMenuPanel template={template} title={title} ask={ask} entries={entries} wanted={wanted} meanwhile={closed} />
  )
}
