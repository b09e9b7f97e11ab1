import { useEffect, useState } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { IconPlus } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { FORMS_PAGE_SIZE } from '#domain/kernel/index.ts'
import { pageOf } from '#domain/search/index.ts'
import { listAreas, listDrafts, listTemplates, readMeta } from '#local/index.ts'
import {
  later,
  LinkButton,
  ListSkeleton,
  Page,
  Pager,
  useAccount,
  useCan,
  useFormats,
  useFormTexts,
} from '#ui/index.ts'
import { areasOf, findForms, municipalitiesOf, sharedTitles, type FormsFilter } from './find-forms.ts'
import { DraftNote } from './draft-note.tsx'
import type { DialogRequest } from './form-dialogs.tsx'
import { focusMenuOf } from './form-menu-button.tsx'
import { FormsFilters } from './forms-filters.tsx'
import { FormsTable } from './forms-table.tsx'
import { NoForms } from './no-forms.tsx'
import { SavedMessage } from './saved-message.tsx'
import styles from './forms-list.module.css'

/** Nobody waits for the dialogs before asking for one. */
const FormDialogs = later(async () => (await import('./form-dialogs.tsx')).FormDialogs)

/** /listar: every form of the account's areas, from the device, so that it is the same with and without a network. */
export function FormsListScreen() {
  const { t } = useLingui()
  const { local, sync } = useAccount()
  const search = useSearch({ from: '/listar' })
  const navigate = useNavigate({ from: '/listar' })
  const can = useCan()
  const formats = useFormats()
  const textOf = useFormTexts()
  const [asked, setAsked] = useState<DialogRequest | null>(null)
  const device = useLiveQuery(async () => {
    const [templates, areas, pulledAt, failed, drafts] = await Promise.all([
      listTemplates(local),
      listAreas(local),
      readMeta(local, 'pulledAt'),
      readMeta(local, 'firstPullFailed'),
      listDrafts(local),
    ])
    return { templates, areas, draft: drafts[0], pulled: pulledAt !== undefined, failed: failed === true }
  }, [local])

  const filter: FormsFilter = {
    name: search.nombre ?? '',
    municipality: search.municipio ?? '',
    area: search.area ?? '',
  }
  const setFilter = (change: Partial<FormsFilter>): void => {
    // Changing a filter starts at the first page (part 1, point 2); typing does not fill the browser's history.
    void navigate({ search: searchOf({ ...filter, ...change }), replace: true })
  }
  const setPage = (pagina: number): void => {
    void navigate({ search: (before) => ({ ...before, pagina }), resetScroll: true })
  }
  const dialogOf = asked?.template.id
  // The menu that opened the dialog is gone when the dialog closes, and with it where the focus would return to.
  useEffect(() => {
    if (dialogOf === undefined) return
    return () => void setTimeout(() => focusMenuOf(dialogOf))
  }, [dialogOf])
  const actions = can('create', 'formulario') && (
    <LinkButton
      to="/editar/$id/{-$tipo}"
      params={{ id: 'nuevo', tipo: 'formulario' }}
      leftSection={<IconPlus size={20} aria-hidden="true" />}
    >
      <Trans>New form</Trans>
    </LinkButton>
  )

  if (device === undefined) {
    return (
      <Page title={t`Forms`} actions={actions}>
        <ListSkeleton />
      </Page>
    )
  }
  const forms = findForms(device.templates, filter, (template) => textOf(template, 'titulo'))
  const page = pageOf(forms, search.pagina ?? 1, FORMS_PAGE_SIZE)
  const municipalities = municipalitiesOf(device.areas)
  const names = new Map<string, string>(device.areas.map(({ path, nombre }) => [path, nombre]))
  const areas = areasOf(device.templates, (path) => names.get(path), filter.municipality)

  return (
    <Page title={t`Forms`} actions={actions}>
      {search.respuesta !== undefined && <SavedMessage code={search.respuesta} />}
      {device.draft !== undefined && <DraftNote draft={device.draft} />}
      <FormsFilters filter={filter} municipalities={municipalities} areas={areas} change={setFilter} />
      {page.total > 0 ? (
        <FormsTable
          forms={page.items}
          names={names}
          municipalities={municipalities}
          paid={forms.some(({ template }) => template.opcionales.addPaymentGateway)}
          shared={sharedTitles(forms)}
          ask={setAsked}
        />
      ) : (
        <NoForms
          filter={filter}
          any={device.templates.length > 0}
          pulled={device.pulled}
          failed={device.failed}
          again={() => sync.sendNow()}
          clear={() => setFilter({ name: '', municipality: '', area: '' })}
        />
      )}
      <footer className={styles['foot']}>
        <p className="r-figures" role="status">
          <Trans>Total forms: {formats.number(page.total)}</Trans>
        </p>
        <Pager page={page.page} pages={page.pages} onPage={setPage} />
      </footer>
      {asked !== null && (
        <FormDialogs
          key={`${asked.kind} ${asked.template.id}`}
          asked={asked}
          areas={device.areas}
          onClose={() => setAsked(null)}
        />
      )}
    </Page>
  )
}

function searchOf({ name, municipality, area }: FormsFilter) {
  return {
    ...(name !== '' && { nombre: name }),
    ...(municipality !== '' && { municipio: municipality }),
    ...(area !== '' && { area }),
  }
}
