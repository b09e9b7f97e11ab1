import type { ReactNode } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import type { AUDIT_AUTHORS_WITHOUT_ACCOUNT, AuditEntry } from '#domain/audit/index.ts'
import type { AnswerId, TemplateId } from '#domain/kernel/index.ts'
import { loadTemplate } from '#local/index.ts'
import { TextLink, useAccount, useFormTexts } from '#ui/index.ts'

type ActTargetProps = {
  readonly entry: AuditEntry
  /** names of users, countries, municipalities and areas by document path */
  readonly names: Readonly<Record<string, string>>
}

/** The user's name and, below it, the username at the time of the action. The log can be filtered by that username. */
export function ActionAuthor({ entry: { by, username }, names }: ActTargetProps) {
  const { t } = useLingui()
  const automatons: Readonly<Partial<Record<string, string>>> = {
    citizen: t`Citizen`,
    payments: t`Payment provider`,
    retention: t`Retention period`,
    salvage: t`Database repair`,
  } satisfies Record<(typeof AUDIT_AUTHORS_WITHOUT_ACCOUNT)[number], string>
  const name = names[`usuarios/${by}`] ?? automatons[by]
  if (name === undefined || name === username) return username
  return (
    <span className="r-column r-gap-0">
      {name}
      <span className="r-note r-soft">{username}</span>
    </span>
  )
}

/**
 * The name of an action's object, as a link if it has a page. The title attribute is its path, as in exports.
 */
export function ActionTarget({ entry, names }: ActTargetProps) {
  return (
    <span className="r-breaks r-small" title={entry.target}>
      <Target entry={entry} names={names} />
    </span>
  )
}

function Target({ entry: { target, details }, names }: ActTargetProps) {
  const [collection = '', id = ''] = target.split('/')
  const last = getLastPathPart(target)
  switch (collection) {
    case 'usuarios':
    case 'credentials':
    case 'factors': {
      const name = names[`usuarios/${id}`]
      if (name === undefined) return id === '' ? <Trans>Users</Trans> : <WithId of={<Trans>A user</Trans>} id={id} />
      return (
        <TextLink to="/usuarios" search={{ buscar: name }}>
          {name}
        </TextLink>
      )
    }
    case 'formularios':
    case 'puertas':
      return <FormName id={id as TemplateId} title={details['title']} />
    case 'respuestas_formularios':
    case 'held':
    case 'deleted':
    case 'payOrder':
      return (
        <TextLink to="/ver/$id" params={{ id: id as AnswerId }}>
          {typeof details['code'] === 'string' ? details['code'] : <Trans>An answer</Trans>}
        </TextLink>
      )
    case 'paises':
      return <PlaceName target={target} names={names} />
    case 'api_tokens':
      return <WithId of={<Trans>A token</Trans>} id={last} />
    case 'solicitudes':
      return (
        <TextLink to="/solicitudes">
          <Trans>A request</Trans>
        </TextLink>
      )
    case 'settings':
      return (
        <TextLink to="/configuracion">
          <Trans>Installation settings</Trans>
        </TextLink>
      )
    case 'counters':
      return <Trans>Audit log</Trans>
    default:
      return <WithId of={<Trans>Other</Trans>} id={last} />
  }
}

/** The form's title in the user's language if the form is on this device, otherwise the title in the entry. */
export function FormName({ id, title }: { readonly id: TemplateId; readonly title: unknown }) {
  const { local } = useAccount()
  const formText = useFormTexts()
  const form = useLiveQuery(() => loadTemplate(local, id), [local, id])
  if (form === undefined) return typeof title === 'string' ? title : <Trans>A form</Trans>
  return (
    <TextLink to="/respuestas/listado/$id/{-$respuesta}" params={{ id }}>
      {formText(form, 'titulo')}
    </TextLink>
  )
}

/** An object without a name: a description and its id. */
function WithId({ of, id }: { readonly of: ReactNode; readonly id: string }) {
  return (
    <>
      {of} · {id}
    </>
  )
}

function getLastPathPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Name of a country, municipality or area by path; if unnamed, the innermost name and the path's last part. */
function PlaceName({ target, names }: { readonly target: string; readonly names: ActTargetProps['names'] }) {
  const [path, name] = Object.entries(names)
    .filter(([path]) => target === path || target.startsWith(`${path}/`))
    .toSorted(([a], [b]) => b.length - a.length)[0] ?? ['']
  if (name === undefined) return <WithId of={<Trans>A place</Trans>} id={getLastPathPart(target)} />
  if (path !== target) return <WithId of={name} id={getLastPathPart(target)} />
  if (path.includes('/areas_municipales/'))
    return (
      <TextLink to="/areas" search={{ buscar: name }}>
        {name}
      </TextLink>
    )
  return name
}
