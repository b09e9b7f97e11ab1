import type { User } from '#domain/users/index.ts'
import { formatLocalDate } from '../calendar.ts'
import { listPhotosOfKind } from '../photos/index.ts'
import type { Random } from '../random.ts'
import { generateAddress, generatePersonName, generatePhone } from '../vocabulary.ts'
import { inventValue, type Story } from './story.ts'

const NOTHING = { conditions: [], rows: 0, header: {}, signed: [] } as const

/** The three imported forms are in English, and so are the notes in them. */
const PLOT_NOTES = [
  'Old firebreak along the western edge.',
  'Cattle tracks near the stream, no recent droppings.',
  'Regrowth after the 2020 fire, dense molle and espinillo.',
  'Steep access, last 300 m on foot.',
  'Illegal dumping at the entrance, photographed.',
] as const

export function buildForestStory(random: Random, moment: number, author: User): Story {
  const name = `${author.firstName} ${author.lastName}`
  const trees = (of: string, unit: string, count: number, value: () => number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${of} ${index + 1}${unit}`, value]))
  const { latitude, longitude } = generateAddress(random, 'cordoba')
  return {
    ...NOTHING,
    values: {
      'Plot ID': random.int(100, 480),
      'Data collected by': name,
      'Data entered by': name,
      Date: formatLocalDate(moment),
      Country: null,
      'GPS Coordinates': `${latitude}, ${longitude}`,
      'Describe other habitat': null,
      'General description and notable features': random.pick(PLOT_NOTES),
      Vegetation: random.pick(['Forest', 'Woodland', 'Shrub/Bushland', 'Grassland']),
      ...trees('Tree DBH', ' (cm)', 5, () => random.int(8, 46)),
      ...trees('Tree height', ' (m)', 3, () => random.int(20, 110) / 10),
      ...trees('Tree number', '', 5, () => random.int(1, 60)),
    },
    photos: {
      'Take a photo facing North': random.pick(listPhotosOfKind('tree')),
      'Take a photo facing South': random.chance(0.5) ? random.pick(listPhotosOfKind('tree')) : null,
    },
    otherwise: (question) => inventValue(random, question, 0.2, PLOT_NOTES),
  }
}

const SITE_NOTES = [
  'Confirmed with the neighbourhood council.',
  'Needs two more volunteers at the gate.',
  'Ask the school for the key one day before.',
  'Shade only until eleven in the morning.',
  'Soft ground after rain, trucks stay on the road.',
  'The local branch knows the place well.',
] as const

export function buildSiteStory(random: Random, moment: number, author: User): Story {
  const { street, number, district, latitude, longitude } = generateAddress(random, 'cordoba')
  return {
    ...NOTHING,
    values: {
      'Assessment date': formatLocalDate(moment),
      'Name of delegate/ staff completing the assessment (Last name/ First name)': `${author.lastName}/ ${author.firstName}`,
      'Sub-Village/Sub-Neighbourhood': district,
      'Name of the site': random.pick([
        'Polideportivo Municipal',
        'Escuela General Belgrano',
        'Playón del Parque Sarmiento',
        'Club Atlético Las Palmas',
        'CPC Villa El Libertador',
      ]),
      Address: `${street} ${number}`,
      'Collect the GPS coordinates of the distribution site': `${latitude}, ${longitude}`,
      '8. How many beneficiaries could stand in the waiting area?': random.int(6, 40) * 10,
      '23. How much (average) time does it take for beneficiaries to reach the site (in minutes)?':
        random.int(2, 12) * 5,
    },
    photos: {
      'Waiting area': listPhotosOfKind('site')[0] ?? null,
      'Entry point': random.chance(0.6) ? (listPhotosOfKind('site')[1] ?? null) : null,
    },
    otherwise: (question) => inventValue(random, question, 0.8, SITE_NOTES),
  }
}

const HOUSEHOLD_NOTES = [
  'Grandmother takes part in the neighbourhood kitchen.',
  'Asked for information about the school grant.',
  'Second visit agreed for next month.',
  'Only one person at home, the others at work.',
  'House on the flood line, moved furniture upstairs.',
] as const

export function buildHouseholdStory(random: Random, _moment: number): Story {
  const { street, number, district } = generateAddress(random, 'cordoba')
  const people = Array.from({ length: random.int(2, 5) }, () => generatePersonName(random))
  return {
    ...NOTHING,
    values: {
      'Residential Address': `${street} ${number}, ${district}`,
      'Primary contact no.': generatePhone(random, 'cordoba'),
      'Secondary contact no.': random.chance(0.3) ? generatePhone(random, 'cordoba') : null,
      'First name': (row) => people[row]?.firstName ?? null,
      Gender: (row) => (people[row]?.woman === true ? 'Female' : 'Male'),
      'Other Comments': random.chance(0.5) ? random.pick(HOUSEHOLD_NOTES) : null,
    },
    photos: {},
    rows: people.length - 1,
    otherwise: (question) => inventValue(random, question, 0.6, HOUSEHOLD_NOTES),
  }
}
