import { useState } from 'react'
import { actorOfProfile, can, type Actor, type FormLike } from '#domain/access/index.ts'
import type { FormSummary } from '#domain/templates/index.ts'
import { lazyPart, useProfile } from '#ui/index.ts'
import type { FormDialogRequest } from './form-dialogs.tsx'
import { FormMenuButton } from './form-menu-button.tsx'

export type FormDialogOpener = (dialogRequest: FormDialogRequest) => void

/** Loaded on demand, so that the list is rendered sooner. */
const FormMenuPanel = lazyPart(async () => (await import('./form-menu-panel.tsx')).FormMenuPanel)

export type FormMenuProps = { readonly template: FormSummary; readonly title: string; readonly ask: FormDialogOpener }

/** The menu of a row. Renders nothing if it would be empty. */
export function FormMenu({ template, title, ask }: FormMenuProps) {
  const profile = useProfile()
  const [isWanted, setWanted] = useState(false)
  const entries = profile === null ? [] : listMenuEntries(actorOfProfile(profile), template)
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
    <FormMenuPanel
      template={template}
      title={title}
      ask={ask}
      entries={entries}
      isWanted={isWanted}
      meanwhile={closed}
    />
  )
}

export type FormMenuEntry = 'statistics' | 'edit' | 'mine' | 'duplicate' | 'delete'

/** Items of a form's menu, in order (part 1, point 2). ROLE_INSPECTOR_ACTAS has no menu (part 3, point 6). */
export function listMenuEntries(actor: Actor, template: FormLike): readonly FormMenuEntry[] {
  if (actor.kind !== 'staff' || actor.role === 'ROLE_INSPECTOR_ACTAS') return []
  const may = (action: 'update' | 'duplicate' | 'delete'): boolean =>
    can(actor, action, { kind: 'formulario', document: template })
  const offered: Readonly<Record<FormMenuEntry, boolean>> = {
    statistics: can(actor, 'read', { kind: 'estadistica_formulario', document: template }),
    edit: may('update'),
    mine: can(actor, 'create', 'respuesta'),
    // Roles that may edit forms may also create forms. Without the right to duplicate, the copy is created in the
    // editor.
    duplicate: may('duplicate') || may('update'),
    delete: may('delete'),
  }
  return (['statistics', 'edit', 'mine', 'duplicate', 'delete'] as const).filter((entry) => offered[entry])
}
