import { useLiveQuery } from 'dexie-react-hooks'
import {
  listAreas,
  listMunicipalities,
  INITIAL_PLACE_NAMES,
  type ListedArea,
  type MunicipalityListItem,
} from '#domain/places/index.ts'
import { listUsers } from '#domain/users/index.ts'
import type { FormSummary } from '#domain/templates/index.ts'
import type { Profile } from '#domain/sync/index.ts'
import { listLocalAnswers, listFormSummaries } from '#local/index.ts'
import { useAccount, useEndpointData, type Loadable } from '#ui/index.ts'

/** The steps, in order. */
export const SETUP_STEPS = ['municipality', 'area', 'users', 'form', 'answer'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/** The installation's current data. */
export type SetupFacts = {
  readonly municipality: MunicipalityListItem | undefined
  /** the administrator's area, in which the first forms are created */
  readonly area: ListedArea | undefined
  readonly users: number
  /** the latest form */
  readonly form: FormSummary | undefined
  readonly done: ReadonlySet<SetupStep>
}

/** Progress of the setup. Derived from existing data, as steps can also be done on other screens. */
export function useSetupFacts(profile: Profile): readonly [Loadable<SetupFacts>, () => void] {
  const { local } = useAccount()
  const [municipalities, askMunicipalities] = useEndpointData(listMunicipalities, {})
  const [areas, askAreas] = useEndpointData(listAreas, {})
  const [users, askUsers] = useEndpointData(listUsers, {})
  const device = useLiveQuery(
    async () => ({ forms: await listFormSummaries(local), answers: (await listLocalAnswers(local)).length }),
    [local],
  )
  const retry = (): void => {
    askMunicipalities()
    askAreas()
    askUsers()
  }
  if (municipalities.kind !== 'here') return [municipalities, retry]
  if (areas.kind !== 'here') return [areas, retry]
  if (users.kind !== 'here') return [users, retry]
  if (device === undefined) return [{ kind: 'loading' }, retry]
  const municipality = municipalities.value.municipalities.find(({ path }) => path === profile.municipality.path)
  const area = areas.value.areas.find(({ path }) => path === profile.areas[0])
  const people = users.value.total ?? users.value.users.length
  const forms = device.forms.filter(({ deleted }) => !deleted)
  const form = forms.toSorted((a, b) => b.lastChange.localeCompare(a.lastChange))[0]
  const is: Readonly<Record<SetupStep, boolean>> = {
    // Checks only the first page, because a user with more entries has already renamed the initial entry.
    municipality: municipality?.nombre !== INITIAL_PLACE_NAMES.municipality,
    area: area?.nombre !== INITIAL_PLACE_NAMES.area,
    users: people > 1,
    form: form !== undefined,
    answer: device.answers > 0,
  }
  const done = new Set(SETUP_STEPS.filter((step) => is[step]))
  const problem = municipalities.problem ?? areas.problem ?? users.problem
  return [{ kind: 'here', value: { municipality, area, users: people, form, done }, problem }, retry]
}
