import type { FormTemplate } from '#domain/templates/index.ts'
import type { User } from '#domain/users/index.ts'
import { PUBLIC_AUTHOR, type Author } from '#domain/kernel/index.ts'
import { pickMomentBetween } from './calendar.ts'
import type { Random } from './random.ts'
import { buildLightingStory } from './stories/lighting.ts'
import { buildPremisesStory } from './stories/premises.ts'
import type { Story } from './stories/story.ts'
import { buildForestStory, buildHouseholdStory, buildSiteStory } from './stories/surveys.ts'
import { buildTreesStory } from './stories/trees.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

type FormWorkload = {
  readonly template: string
  readonly count: number
  /** user ids with weights; none: the public */
  readonly authors: readonly (readonly [string, number])[]
  readonly story: (random: Random, moment: number, author: User) => Story
}

/** Forms with their numbers of answers and authors. Two answers of an inspector whose area was withdrawn are held. */
const WORK: readonly FormWorkload[] = [
  {
    template: 'inspeccion-local',
    count: 62,
    authors: [
      ['inspector', 45],
      ['inspector-actas', 25],
      ['inspector-elevado-corrector', 20],
      ['supervisor', 6],
      ['supervisor-corrector-duplicador', 4],
    ],
    story: buildPremisesStory,
  },
  {
    template: 'censo-arbolado',
    count: 46,
    authors: [
      ['censista', 35],
      ['inspector', 25],
      ['generador-corrector', 30],
      ['supervisor-duplicador', 10],
    ],
    story: (random, moment) => buildTreesStory(random, moment, 'cordoba'),
  },
  {
    template: 'censo-arbolado-mvd',
    count: 14,
    authors: [
      ['inspector-elevado', 8],
      ['supervisor-corrector', 2],
    ],
    story: (random, moment) => buildTreesStory(random, moment, 'montevideo'),
  },
  {
    template: 'reclamo-alumbrado',
    count: 40,
    authors: [],
    story: (random, moment) => buildLightingStory(random, moment, 'cordoba'),
  },
  {
    template: 'reclamo-alumbrado-mvd',
    count: 12,
    authors: [],
    story: (random, moment) => buildLightingStory(random, moment, 'montevideo'),
  },
  {
    template: 'forest-structure',
    count: 8,
    authors: [
      ['generador-corrector', 5],
      ['inspector', 3],
    ],
    story: buildForestStory,
  },
  {
    template: 'site-assessment',
    count: 6,
    authors: [
      ['inspector-elevado-corrector', 4],
      ['generador-corrector', 2],
    ],
    story: buildSiteStory,
  },
  { template: 'site-assessment', count: 2, authors: [['inspector', 1]], story: buildSiteStory },
  {
    template: 'socio-economic',
    count: 14,
    authors: [
      ['generador-respuestas', 8],
      ['censista', 6],
    ],
    story: buildHouseholdStory,
  },
]

/** An answer to be created. */
export type PlannedAnswer = {
  readonly template: FormTemplate
  readonly author: User | null
  /** times when it is saved and when it reaches the server; milliseconds */
  readonly saved: number
  readonly arrived: number
  /** its own random generator, independent of other answers */
  readonly chance: Random
  readonly story: (random: Random) => Story
}

/** All answers between two moments in order of arrival, which is the order of their codes. */
export function planAnswers(
  random: Random,
  templates: readonly FormTemplate[],
  users: readonly User[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly PlannedAnswer[] {
  const planned = WORK.flatMap(({ template, count, authors, story }) =>
    Array.from({ length: count }, (): PlannedAnswer => {
      const author = authors.length === 0 ? null : findById(users, random.weighted(authors))
      const saved = pickMomentBetween(random, from, to, author === null ? 'public' : 'staff')
      const arrived = Math.min(saved + generateSyncDelay(random), to)
      // The public's stories do not use their author.
      const teller = author ?? findById(users, 'admin')
      return {
        template: findById(templates, template),
        author,
        saved,
        arrived,
        chance: random.fork(),
        story: (chance) => story(chance, saved, teller),
      }
    }),
  )
  return planned.toSorted((a, b) => a.arrived - b.arrived)
}

export function toAnswerAuthor(planned: PlannedAnswer): Author {
  return planned.author?.id ?? PUBLIC_AUTHOR
}

/** Delay of arrival: most arrive at once, some after hours without a signal. */
function generateSyncDelay(random: Random): number {
  return random.weighted([
    [random.int(2000, MINUTE), 70],
    [random.int(20 * MINUTE, 5 * HOUR), 24],
    [random.int(6 * HOUR, 28 * HOUR), 6],
  ])
}

function findById<T extends { readonly id: string }>(items: readonly T[], id: string): T {
  const item = items.find((each) => each.id === id)
  if (item === undefined) throw new Error(`Nothing is called ${id}`)
  return item
}
