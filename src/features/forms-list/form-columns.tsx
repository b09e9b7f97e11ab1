import { useEffect } from 'react'
import { IconList, IconPencil } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { getFirstArea, municipalityOfDocument } from '#domain/places/index.ts'
import type { FormSummary } from '#domain/templates/index.ts'
import type { Draft } from '#local/index.ts'
import { lazyPart, useCan, useFormats, LinkButton, TextLink, type Column } from '#ui/index.ts'
import type { PlaceChoice, TitledForm } from './find-forms.ts'
import { FormMenu, type FormDialogOpener } from './form-menu.tsx'
import styles from './forms-list.module.css'

// Loaded on demand, so that the list does not wait for counts.
const LazyCountsOnDevice = lazyPart(async () => (await import('./device-counts.tsx')).CountsOnDevice)

// Loaded on demand, as few forms have the same title.
const LazyCopyNote = lazyPart(async () => (await import('./device-counts.tsx')).CopyNote)

// Loaded on demand, as inspectors have no switch.
const ScopeSwitch = lazyPart(async () => (await import('./scope-switch.tsx')).ScopeSwitch)

type FormColumnsOf = {
  /** names of the account's areas by path */
  readonly names: ReadonlyMap<string, string>
  readonly municipalities: readonly PlaceChoice[]
  /** whether any form of the list takes payments; the payment column is then shown on all pages */
  readonly paid: boolean
  /** titles shared by several forms of the whole list */
  readonly shared: ReadonlySet<string>
  /** drafts of answers on this device */
  readonly drafts: readonly Draft[]
  readonly ask: FormDialogOpener
}

/** @returns the columns needed for the forms of the list */
export function useFormColumns(props: FormColumnsOf): readonly Column<TitledForm>[] {
  const { names, municipalities, paid, shared, drafts, ask } = props
  const { t } = useLingui()
  const formats = useFormats()
  const scoped = useCan()('publish', 'formulario')
  useEffect(() => {
    if (scoped) ScopeSwitch.preload()
  }, [scoped])
  const formatFormPlace = (template: FormSummary): string => {
    const area = names.get(getFirstArea(template)) ?? template.areaInfo.nombre
    if (municipalities.length < 2) return area
    const home = municipalities.find(({ path }) => path === municipalityOfDocument(template))
    return `${area}, ${home?.name ?? template.municipioInfo.nombre}`
  }
  const columns: readonly (Column<TitledForm> | false)[] = [
    {
      head: t`Form name`,
      by: ({ title }) => title,
      cell: ({ template, title }) => (
        <>
          <FormTitle template={template} title={title} />
          {shared.has(title) && <LazyCopyNote template={template} />}
        </>
      ),
    },
    {
      head: t`Area`,
      key: 'area',
      by: ({ template }) => formatFormPlace(template),
      cell: ({ template }) => formatFormPlace(template),
    },
    scoped && {
      head: t`Visibility`,
      key: 'scope',
      card: 'side',
      cell: ({ template, title }) => (
        <ScopeSwitch
          template={template}
          title={title}
          meanwhile={<div className={`r-row r-gap-4 r-gap-x-12 r-middle r-target ${styles['scope']}`} />}
        />
      ),
    },
    paid && {
      head: t`Online payment`,
      key: 'paid',
      card: 'named',
      cell: ({ template }) => template.opcionales.addPaymentGateway && t`Yes`,
    },
    {
      head: t`On this device`,
      key: 'device',
      cell: ({ template }) => <LazyCountsOnDevice form={template.id} drafts={drafts} />,
    },
    {
      head: t`Form updated`,
      key: 'change',
      by: ({ template }) => template.lastChange,
      card: 'named',
      cell: ({ template }) => <span className={styles['changed']}>{formats.date(template.lastChange)}</span>,
    },
    {
      head: t`Actions`,
      card: 'actions',
      cell: ({ template, title }) => <FormActions template={template} title={title} ask={ask} />,
    },
  ]
  return columns.filter((column) => column !== false)
}

type FormProps = { readonly template: FormSummary; readonly title: string }

/** A form's title, which opens the form to answer it, or else its answers or the editor. */
function FormTitle({ template, title }: FormProps) {
  const can = useCan()
  const to =
    (mayAnswer(can, template) && ANSWER) ||
    (can('read', 'respuesta') && ANSWERS) ||
    (can('update', { kind: 'formulario', document: template }) && '/editar/$id/{-$tipo}')
  return to ? (
    <TextLink data-opens to={to} params={{ id: template.id }}>
      {title}
    </TextLink>
  ) : (
    title
  )
}

function mayAnswer(can: ReturnType<typeof useCan>, template: FormSummary): boolean {
  return can('create', 'respuesta') && can('create', { kind: 'respuesta', template })
}

const ANSWER = '/contestar/$id'
const ANSWERS = '/respuestas/listado/$id/{-$respuesta}'

type FormActionsProps = FormProps & { readonly ask: FormDialogOpener }

/** Actions for a form: the two most frequent actions as buttons, the others in a menu. */
function FormActions({ template, title, ask }: FormActionsProps) {
  const { t } = useLingui()
  const can = useCan()
  return (
    <div className={`r-row ${styles['actions']}`}>
      {mayAnswer(can, template) && (
        <LinkButton
          to={ANSWER}
          params={{ id: template.id }}
          variant="light"
          leftSection={<IconPencil size={20} aria-hidden="true" />}
          aria-label={t`Answer ${title}`}
        >
          <Trans context="verb">Answer</Trans>
        </LinkButton>
      )}
      {can('read', 'respuesta') && (
        <LinkButton
          to={ANSWERS}
          params={{ id: template.id }}
          variant="default"
          leftSection={<IconList size={20} aria-hidden="true" />}
          aria-label={t`See answers of ${title}`}
        >
          <Trans>See answers</Trans>
        </LinkButton>
      )}
      <FormMenu template={template} title={title} ask={ask} />
    </div>
  )
}
