import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { duplicateTemplate, type FormSummary } from '#domain/templates/index.ts'
import { toProblem, type RequestFailure } from '#domain/endpoints/index.ts'
import { getFirstArea } from '#domain/places/index.ts'
import {
  generateTemplateId,
  getMunicipality,
  getVisibleText,
  MAX_TITLE_LENGTH,
  type AreaPath,
} from '#domain/kernel/index.ts'
import type { SyncedArea } from '#domain/sync/index.ts'
import { storeTemplate } from '#local/index.ts'
import {
  FormDialog,
  notify,
  useAccount,
  useCan,
  useEndpointCall,
  useFormTexts,
  useProfile,
  toSelectChoices,
  MunicipalitySelects,
} from '#ui/index.ts'
import { useFormFailureText } from './failure-text.ts'
import { groupByKey } from './find-forms.ts'

type DuplicateDialogProps = {
  readonly template: FormSummary
  readonly areas: readonly SyncedArea[]
  readonly onClose: () => void
}

/**
 * Duplicates a form into the selected area. ROLE_ADMIN can choose any area, other users one of their own areas (part 1,
 * point 2).
 */
export function DuplicateFormDialog({ template, areas, onClose }: DuplicateDialogProps) {
  const { t } = useLingui()
  const { local, sync } = useAccount()
  const { act } = useEndpointCall(duplicateTemplate)
  const profile = useProfile()
  const formText = useFormTexts()
  const failureText = useFormFailureText()
  const can = useCan()
  // Generated once, so that pressing the button again after a lost reply creates no second copy.
  const [copy] = useState(() => generateTemplateId(crypto.getRandomValues(new Uint8Array(16))))
  const [name, setName] = useState(() => {
    const propose = (titulo: string): string => t`${titulo} (copy)`
    const cut = template.titulo.slice(0, MAX_TITLE_LENGTH - propose('').length)
    // Removes half of a character that was cut.
    return propose(cut.replace(/[\uD800-\uDBFF]$/, ''))
  })
  const [area, setArea] = useState<AreaPath | null>(null)
  const [refused, setRefused] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<RequestFailure | null>(null)
  const title = formText(template, 'titulo')

  async function duplicate(into: AreaPath): Promise<void> {
    setBusy(true)
    setFailure(null)
    const outcome = await act({ id: template.id, body: { id: copy, area: into, titulo: name.trim() } })
    if (outcome.kind === 'ok') {
      await storeTemplate(local, outcome.value.template)
      notify({ tone: 'received', text: t`The form was duplicated` })
      await sync.sendNow()
      onClose()
      return
    }
    setBusy(false)
    setFailure(outcome)
  }

  function submit(): void {
    const isNamed = getVisibleText(name) !== ''
    setRefused(area === null || !isNamed)
    if (area !== null && isNamed) void duplicate(area)
  }

  const error = refused && area === null ? t`Select the area of the copy.` : undefined
  const choose = { value: area, error, onChange: setArea }
  return (
    <FormDialog
      title={t`Duplicate “${title}”`}
      submit={<Trans>Duplicate</Trans>}
      busy={busy}
      failure={
        failure === null
          ? null
          : failureText(
              toProblem(failure),
              isListOutdated(failure)
                ? t`The form could not be duplicated. Reload the page.`
                : t`The form could not be duplicated. Try again.`,
            )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        <Trans>
          The copy has all sections and questions, but no answers. You have to set up MuniGestion and incidents again.
          In another municipality, the appointment calendar and discounts that need a code or are for certain people are
          not copied either.
        </Trans>
      </p>
      <p>
        {template.opcionales.publico && can('publish', { kind: 'formulario', document: template }) ? (
          <Trans>The copy is published at once. It is public, like this form.</Trans>
        ) : (
          <Trans>The copy is published at once, as a private form.</Trans>
        )}
      </p>
      <TextInput
        label={t`Title of the copy`}
        required
        autoComplete="off"
        value={name}
        maxLength={MAX_TITLE_LENGTH}
        error={refused && getVisibleText(name) === '' ? t`Enter a title.` : undefined}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {profile?.role === 'ROLE_ADMIN' ? (
        <AnyArea area={getFirstArea(template)} {...choose} />
      ) : (
        <OwnArea areas={areas} {...choose} />
      )}
    </FormDialog>
  )
}

/**
 * Whether the form no longer exists, or the copy already exists with another title or area, so that the list has to be
 * reloaded instead of retrying.
 */
function isListOutdated(failure: RequestFailure): boolean {
  return (
    failure.kind === 'refused' &&
    ['template.missing', 'template.deleted', 'template.exists', 'request.not-found'].includes(failure.problem.code)
  )
}

/** Selection for ROLE_ADMIN by country, province, municipality and area. Starts with the form's municipality. */
function AnyArea({ area, value, error, onChange }: ChooseArea & { readonly area: AreaPath }) {
  const { t } = useLingui()
  return (
    <MunicipalitySelects of={getMunicipality(area)} onChange={() => onChange(null)}>
      {(municipality) => {
        const areas = municipality?.areas ?? []
        return (
          <NativeSelect
            label={t`Area`}
            required
            value={value ?? ''}
            disabled={areas.length === 0}
            error={error}
            onChange={({ currentTarget }) =>
              onChange(areas.find(({ ref }) => ref === currentTarget.value)?.ref ?? null)
            }
            data={toSelectChoices(areas, t`Choose an area`)}
          />
        )
      }}
    </MunicipalitySelects>
  )
}

type ChooseArea = {
  readonly value: AreaPath | null
  readonly error: string | undefined
  readonly onChange: (area: AreaPath | null) => void
}

/** Selects one of the account's own areas, grouped by municipality if there are several. */
function OwnArea({ areas, value, error, onChange }: ChooseArea & { readonly areas: readonly SyncedArea[] }) {
  const { t } = useLingui()
  const sorted = areas.toSorted((a, b) => a.nombre.localeCompare(b.nombre))
  const groups = groupByKey(sorted, ({ path }) => getMunicipality(path))
  const items = (entries: readonly SyncedArea[]) =>
    entries.map(({ path, nombre }) => ({ value: path as string, label: nombre }))
  return (
    <NativeSelect
      label={t`Area`}
      required
      data-autofocus
      value={value ?? ''}
      error={error}
      onChange={(event) => onChange(areas.find(({ path }) => path === event.currentTarget.value)?.path ?? null)}
      data={[
        { value: '', label: t`Choose an area` },
        ...(groups.length > 1
          ? groups.map(([, group]) => ({ group: group[0]?.municipio ?? '', items: items(group) }))
          : items(sorted)),
      ]}
    />
  )
}
