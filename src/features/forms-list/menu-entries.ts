import { can, type Actor, type FormLike } from '#domain/access/index.ts'

export type MenuEntry = 'statistics' | 'edit' | 'mine' | 'duplicate' | 'delete'

/** Items of a form's menu, in order (part 1, point 2). ROLE_INSPECTOR_ACTAS has no menu (part 3, point 6). */
export function menuEntries(actor: Actor, template: FormLike): readonly MenuEntry[] {
  if (actor.kind !== 'staff' || actor.role === 'ROLE_INSPECTOR_ACTAS') return []
  const may = (action: 'update' | 'duplicate' | 'delete'): boolean =>
    can(actor, action, { kind: 'formulario', document: template })
  const offered: Readonly<Record<MenuEntry, boolean>> = {
    statistics: can(actor, 'read', { kind: 'estadistica_formulario', document: template }),
    edit: may('update'),
    mine: can(actor, 'read', 'respuesta'),
    duplicate: may('duplicate'),
    delete: may('delete'),
  }
  return (['statistics', 'edit', 'mine', 'duplicate', 'delete'] as const).filter((entry) => offered[entry])
}
