import { describe, expect, it } from 'vitest'
import { AREA, FOREIGN_AREA } from '#tests/support/builders/template.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { QUESTION_TYPE } from '../../questions/index.ts'
import type { Section } from '../index.ts'
import type { Role } from '../../users/index.ts'
import type { AreaPath } from '../../kernel/paths.ts'
import { getMunicipality } from '../../kernel/path-parts.ts'
import { ALL_OFFERED, condition, question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { buildMunicipality, buildUser } from '#tests/support/builders/people.ts'
import { offersVideo, computeEditorFeatures, findFeatureProblems, type EditorFeatures } from './offer.ts'

/** Part 2, points 2, 4 and 6: options that are not offered are refused, and existing ones are kept. */
const NOTHING: EditorFeatures = { video: false, combined: false, scope: false, retention: false }
const video = (orden: number, titulo: string) => question(orden, { titulo, adjuntarVideo: true })
const combined = (orden: number, titulo: string) =>
  question(orden, { titulo, tipoPregunta: QUESTION_TYPE.COMBINED, combinedQuestions: [] })
const plain = (orden: number, titulo: string) => question(orden, { titulo })

function problemsAfter(
  before: readonly Section[] | null,
  after: readonly Section[],
  offer: EditorFeatures = NOTHING,
): readonly string[] {
  const problems = findFeatureProblems(before === null ? null : templateOf(before), templateOf(after), offer)
  return problems.map(({ code, place }) => `${code} ${Object.values(place).join(' ')}`)
}

describe('a new form', () => {
  const form = [section(0, [plain(0, 'Name'), video(1, 'Door')]), section(1, [combined(0, 'Who')])]

  it('has neither videos nor combined questions where they are not offered, each reported at its question', () => {
    expect(problemsAfter(null, form)).toEqual([
      'template.video-not-offered question 0  1 adjuntarVideo',
      'template.combined-not-offered question 1  0 tipoPregunta',
    ])
  })

  it('has what is offered', () => {
    expect(problemsAfter(null, form, { ...NOTHING, video: true })).toEqual([
      'template.combined-not-offered question 1  0 tipoPregunta',
    ])
    expect(problemsAfter(null, form, { ...NOTHING, combined: true })).toEqual([
      'template.video-not-offered question 0  1 adjuntarVideo',
    ])
    expect(problemsAfter(null, form, ALL_OFFERED)).toEqual([])
  })

  it('is looked through under its conditions, and not where nothing is asked', () => {
    const asking = section(0, [video(0, 'Never asked')], {
      conditionalSection: true,
      conditions: [condition(0, [plain(0, 'a'), video(1, 'b')])],
    })
    expect(problemsAfter(null, [asking])).toEqual(['template.video-not-offered question 0 0 1 adjuntarVideo'])
  })
})

describe('a form that had them', () => {
  const before = [section(0, [plain(0, 'Name'), video(1, 'Front door of the house'), combined(2, 'Who lives there')])]

  it.each([
    ['stays as it is', before],
    ['is changed elsewhere', [section(0, [plain(0, 'Full name'), ...(before[0]?.preguntas.slice(1) ?? [])])]],
    [
      'has them reworded',
      [section(0, [plain(0, 'Name'), video(1, 'Front door of the house, closed'), combined(2, 'Who lives there now')])],
    ],
    [
      'has them reworded beyond recognition at their place',
      [section(0, [plain(0, 'Name'), video(1, 'xyz'), combined(2, 'Who lives there')])],
    ],
    [
      'has them moved into another section',
      [
        section(0, [plain(0, 'Name')]),
        section(1, [combined(0, 'Who lives there'), video(1, 'Front door of the house')]),
      ],
    ],
    ['loses them', [section(0, [plain(0, 'Name')])]],
  ])('can be saved when it %s', (_, after) => expect(problemsAfter(before, after)).toEqual([]))

  it.each([
    [
      'another question gets one',
      [section(0, [video(0, 'Name'), ...(before[0]?.preguntas.slice(1) ?? [])])],
      'template.video-not-offered question 0  0 adjuntarVideo',
    ],
    [
      'a question with one is added',
      [section(0, [...(before[0]?.preguntas ?? []), video(3, 'Roof')])],
      'template.video-not-offered question 0  3 adjuntarVideo',
    ],
    [
      'one is copied',
      [section(0, [...(before[0]?.preguntas ?? []), combined(3, 'Who lives there')])],
      'template.combined-not-offered question 0  3 tipoPregunta',
    ],
    [
      'a combined question gets a video',
      [
        section(0, [
          plain(0, 'Name'),
          video(1, 'Front door of the house'),
          { ...combined(2, 'Who lives there'), adjuntarVideo: true },
        ]),
      ],
      'template.video-not-offered question 0  2 adjuntarVideo',
    ],
  ])('cannot be saved when %s', (_, after, problem) => expect(problemsAfter(before, after)).toEqual([problem]))
})

const profile = (role: Role, here: object) => ({
  ...AUTHOR_PROFILE,
  role,
  municipality: { ...AUTHOR_PROFILE.municipality, ...here },
})

describe('the offer', () => {
  it('of videos holds for a whole municipality or for single users of it', () => {
    const user = buildUser('gil')
    const settings = (change: object) => buildMunicipality({ settings: change } as never)
    expect(offersVideo(settings({}), user)).toBe(false)
    expect(offersVideo(settings({ videoAttachments: true }), user)).toBe(true)
    expect(offersVideo(settings({ videoAttachmentUsernames: ['gil'] }), user)).toBe(true)
    expect(offersVideo(settings({ videoAttachmentUsernames: ['sofia'] }), user)).toBe(false)
  })

  it('is nothing for a profile that is not there, or that an older server gave', () => {
    expect(computeEditorFeatures(null, [AREA])).toEqual(NOTHING)
    expect(computeEditorFeatures(profile('ROLE_SUPERVISOR', {}), [AREA])).toEqual(NOTHING)
    expect(
      computeEditorFeatures(
        {
          ...profile('ROLE_GENERADOR', { videoAttachments: true }),
          config: { ...AUTHOR_PROFILE.config, show_new_type_question: true },
        },
        [AREA],
      ),
    ).toEqual({ ...ALL_OFFERED, retention: false })
  })

  it('of videos is that of the form’s municipality, whatever the person’s own is', () => {
    const there = { path: getMunicipality(FOREIGN_AREA), videoAttachments: true }
    const of = (municipalities: readonly (typeof there)[], here: object, areas: readonly AreaPath[]) =>
      computeEditorFeatures({ ...profile('ROLE_GENERADOR', here), municipalities }, areas).video
    expect([of([there], {}, [FOREIGN_AREA]), of([there], {}, [AREA, FOREIGN_AREA]), of([there], {}, [])]).toEqual([
      true,
      false,
      false,
    ])
    expect([of([], { videoAttachments: true }, [FOREIGN_AREA]), of([], { videoAttachments: true }, [])]).toEqual([
      false,
      true,
    ])
  })

  it('of the scope is for the roles that have the switch; all others leave it as it was', () => {
    const form = (publico: boolean) =>
      templateOf([section(0, [plain(0, 'a')])], { opcionales: { ...templateOf([]).opcionales, publico } })
    const problemsAfter = (before: boolean | null, after: boolean, offer: EditorFeatures) =>
      findFeatureProblems(before === null ? null : form(before), form(after), offer).map(({ code }) => code)
    for (const [before, after] of [
      [null, true],
      [false, true],
      [true, false],
    ] as const) {
      expect([
        problemsAfter(before, after, NOTHING),
        problemsAfter(before, after, { ...NOTHING, scope: true }),
      ]).toEqual([['option.not-for-role'], []])
    }
    for (const [before, after] of [
      [null, false],
      [false, false],
      [true, true],
    ] as const)
      expect(problemsAfter(before, after, NOTHING)).toEqual([])
  })

  it('of a retention period is for roles that administer answers; others may only give it to a new form', () => {
    const form = (retention?: string) => templateOf([section(0, [plain(0, 'a')])], { retention })
    expect(findFeatureProblems(form(), form('P1D'), NOTHING)).toEqual([
      { code: 'access.forbidden', place: { kind: 'field', field: 'retention' } },
    ])
    expect(findFeatureProblems(form('P1Y'), form(), NOTHING)).toHaveLength(1)
    expect(findFeatureProblems(form(), form('P1D'), { ...NOTHING, retention: true })).toEqual([])
    expect(findFeatureProblems(form('P1Y'), form('P1Y'), NOTHING)).toEqual([])
    expect(findFeatureProblems(null, form('P1Y'), NOTHING)).toEqual([])
  })
})
