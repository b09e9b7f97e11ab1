import { afterAll, beforeAll, beforeEach } from 'vitest'
import { connectSystems } from '#connectors/connect.ts'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import { startSandbox, type Sandbox } from '#sandbox/start.ts'
import { buildMunicipality } from '../builders/people.ts'
import { MUNICIPALITY } from '../builders/template.ts'
import { buildWorld, type World } from './world.ts'

/** Fields of a new citizen of the registry. */
export const NEW_CITIZEN = {
  nombre: 'Ana',
  apellido: 'Paz',
  dni: '31222333',
  email: '',
  telefono: '',
  calle: '',
  tipoDocumentoId: 1,
}

/** The fake registry for the tests of a file, and worlds connected to it. */
export function withRegistry() {
  let sandbox: Sandbox
  let patience = 10_000
  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  afterAll(() => sandbox.close())
  beforeEach(() => {
    sandbox.misbehave(undefined)
    patience = 10_000
  })
  const deps = {
    fetch: (url: string, init: RequestInit) => fetch(url, init),
    timeout: () => AbortSignal.timeout(patience),
    failed: () => {},
  }
  return {
    get sandbox(): Sandbox {
      return sandbox
    },
    wait: (milliseconds: number): void => void (patience = milliseconds),
    async connected(): Promise<World> {
      const world = await buildWorld({}, openMemoryStore(), connectSystems(deps, sandbox.addresses))
      await world.put(MUNICIPALITY, buildMunicipality({ idMuniCore: 21 }))
      return world
    },
  }
}

/** Entries of the audit log about viewed citizens. */
export async function citizenActs({ store }: World) {
  return (await store.query({ collection: 'audit', order: { field: 'number', descending: false }, limit: 50 }))
    .map(({ document }) => document)
    .filter(({ action }) => action.startsWith('citizen.'))
}

/** @returns the status, and the code of the refusal or the result */
export async function callAs(
  world: World,
  who: string,
  name: string,
  data: object,
): Promise<readonly [number, unknown]> {
  const body = { data: { municipioPath: MUNICIPALITY, ...data } }
  const response = await world.ask('POST', `/api/${name}`, { cookie: await world.signIn(who), body })
  const { result, error } = (await response.json()) as { result?: unknown; error?: { code: string } }
  return [response.status, error?.code ?? result]
}
