import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { municipalitySchema, type Area } from '../../../src/domain/places/index.ts'
import type { User } from '../../../src/domain/users/index.ts'
import { areaPathSchema, type AreaPath, type UserId } from '../../../src/domain/kernel/index.ts'
import { keys, set, type Write } from '../../../src/domain/store/index.ts'
import { openSqliteStore } from '../../../functions/src/embedded/sqlite/store.ts'
import { buildUser } from '../../support/builders/people.ts'
import { buildWorld, PASSWORD, type World } from '../../support/server/world.ts'
import { say } from '../support/report.ts'
import { benchScreens } from './screens.ts'

const USERS = 20_000
const AREAS = 5_000
const MUNICIPALITIES = 500
const ROUNDS = 5
const PROVINCE = 'paises/AR/provincias/cordoba'
const NAMES = ['Inés', 'Núñez', 'Ana', 'Bruno', 'Carla', 'Darío', 'Elsa', 'Fabián', 'Gala', 'Hugo', 'Zoe', 'Iñaki']

const named = (i: number): string => NAMES[i % NAMES.length] ?? ''
const municipality = (i: number) => `${PROVINCE}/municipios/m${i % MUNICIPALITIES}`
const area = (i: number): AreaPath =>
  areaPathSchema.parse(`${municipality(i)}/areas_municipales/a${Math.floor(i / MUNICIPALITIES)}`)

/**
 * Measures each list page, then the screens, with 20,000 users, 5,000 areas and 500 municipalities in SQLite on disk.
 */
export async function benchPeople() {
  const folder = await mkdtemp(join(process.env['BENCH_TMP'] ?? tmpdir(), 'relevo-people-'))
  try {
    const world = await buildWorld({ checkReplies: false }, openSqliteStore(join(folder, 'relevo.sqlite')))
    await fill(world)
    const cookies = { admin: await world.signIn('ada'), supervisor: await world.signIn('chief') }
    const figures: Record<string, number> = {}
    const ask = async (name: string, who: keyof typeof cookies, path: string): Promise<string | undefined> => {
      let next: string | undefined
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const began = performance.now()
        const response = await world.ask('GET', `/api${path}`, { cookie: cookies[who] })
        next = ((await response.json()) as { readonly next?: string }).next
        times.push(performance.now() - began)
        if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
      }
      figures[`${name}_ms`] = Math.round(Math.max(...times) * 10) / 10
      return next
    }
    for (const order of ['email', 'username', 'role', 'updated'])
      await ask(`users_${order}_first`, 'admin', `/users?order=${order}`)
    let after = await ask('users_second', 'admin', '/users')
    for (let page = 0; page < 400; page += 1) {
      const response = await world.ask('GET', `/api/users?after=${encodeURIComponent(after ?? '')}`, {
        cookie: cookies.admin,
      })
      after = ((await response.json()) as { readonly next?: string }).next ?? after
    }
    await ask('users_page_400', 'admin', `/users?after=${encodeURIComponent(after ?? '')}`)
    await ask('users_of_municipality', 'supervisor', '/users')
    for (const typed of ['in', 'n', 'nunez clerk19', 'nobody', 'nz', '9x'])
      await ask(`users_search_${typed.replace(' ', '_')}`, 'admin', `/users?search=${encodeURIComponent(typed)}`)
    await ask('users_search_supervisor', 'supervisor', '/users?search=ines')
    await ask('areas_first', 'admin', '/areas')
    await ask('areas_search', 'admin', '/areas?search=transito%2049')
    const next = await ask('municipalities_first', 'admin', '/municipalities')
    await ask('municipalities_second', 'admin', `/municipalities?after=${encodeURIComponent(next ?? '')}`)
    await ask('municipalities_search', 'admin', '/municipalities?nombre=499')
    // Writes one entry into the audit log.
    await world.ask('PUT', '/api/areas', { cookie: cookies.admin, body: { path: area(0), nombre: 'Ñandúes' } })
    await world.store.close()
    const account = { email: 'ada@relevo.example', password: PASSWORD }
    Object.assign(figures, await benchScreens(folder, world.ports.passwords, account))
    for (const [name, value] of Object.entries(figures)) say(`${name.padEnd(32)} ${value}`)
    return { figures, failed: Object.values(figures).some((value) => value > 1000) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function fill(world: World): Promise<void> {
  for (let i = 0; i < MUNICIPALITIES; i += 1) {
    const path = municipality(i)
    await world.put(
      path,
      municipalitySchema.parse({ path, nombre: `Municipio ${i}`, key: 'DESC', idMuniCore: 1000 + i }),
    )
  }
  const areas = Array.from({ length: AREAS }, (_, i): Write => {
    const path = area(i)
    const document: Area = {
      path,
      nombre: `${named(i)} y Tránsito ${i}`,
      municipalityPath: path.split('/areas')[0] as Area['municipalityPath'],
    }
    return set(keys.area(path), document)
  })
  const users = Array.from({ length: USERS }, (_, i): Write => {
    const user: User = buildUser(`clerk${i}`, 'ROLE_INSPECTOR', [area(i % AREAS)], {
      firstName: named(i),
      lastName: `${named(i * 7 + 1)} ${named(i * 3 + 2)}`,
    })
    return set(keys.user(user.id), user)
  })
  const chief = buildUser('chief', 'ROLE_SUPERVISOR_ELEVADO', [area(7)])
  const writes = [...areas, ...users]
  const began = performance.now()
  for (let from = 0; from < writes.length; from += 1000) {
    const part = writes.slice(from, from + 1000)
    await world.store.commit({ keysFor: () => [], decide: () => ({ result: null, writes: part }) })
  }
  say(`filled in ${Math.round(performance.now() - began)} ms`)
  await world.put(keys.user('chief' as UserId), chief)
  await world.put(keys.credentials('chief'), { passwordHash: 'hash of correct horse battery' })
}
