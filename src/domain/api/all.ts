import * as account from './account.ts'
import * as answers from './answers.ts'
import * as areas from './areas.ts'
import * as audit from './audit.ts'
import * as calls from './calls.ts'
import * as citizens from './citizens.ts'
import * as deleted from './deleted.ts'
import * as doors from './doors.ts'
import * as embed from './embed.ts'
import * as factors from './factors.ts'
import * as filters from './filters.ts'
import * as mail from './mail.ts'
import * as integrations from './integrations.ts'
import * as maps from './maps.ts'
import * as pending from './pending.ts'
import * as payments from './payments.ts'
import * as pdfs from './pdfs.ts'
import * as places from './places.ts'
import * as open from './public.ts'
import * as openMap from './public-map.ts'
import * as portal from './portal.ts'
import * as session from './session.ts'
import * as sso from './sso.ts'
import * as statistics from './statistics.ts'
import * as supervision from './supervision.ts'
import * as sync from './sync.ts'
import * as templates from './templates.ts'
import * as tickets from './tickets.ts'
import * as users from './users.ts'
import * as v1 from './v1.ts'
import type { Endpoint } from './endpoint.ts'

/** Every endpoint by its name. Whoever asks the server names one by itself, so that a page carries what it uses. */
export const API = {
  ...session,
  ...account,
  ...factors,
  ...embed,
  ...sso,
  ...sync,
  ...answers,
  ...supervision,
  ...pending,
  readFormStatistics: statistics.readFormStatistics,
  readStatisticsColumns: statistics.readStatisticsColumns,
  listStatisticsTexts: statistics.listStatisticsTexts,
  readGeneralStatistics: statistics.readGeneralStatistics,
  ...deleted,
  ...audit,
  ...areas,
  ...templates,
  ...users,
  ...calls,
  ...citizens,
  ...places,
  ...portal,
  ...payments,
  ...tickets,
  ...doors,
  ...pdfs,
  ...filters,
  ...mail,
  ...integrations,
  ...v1,
  readMap: maps.readMap,
  readTile: maps.readTile,
  searchAddress: maps.searchAddress,
  findAddress: maps.findAddress,
  getIdentifiers: maps.getIdentifiers,
  readIdentifierIcon: maps.readIdentifierIcon,
  getIdentifierDataById: maps.getIdentifierDataById,
  ...open,
  readPublicMap: openMap.readPublicMap,
  readPublicTile: openMap.readPublicTile,
  searchPublicAddress: openMap.searchPublicAddress,
  findPublicAddress: openMap.findPublicAddress,
} as const satisfies Readonly<Record<string, Endpoint>>
export type Api = typeof API
export type EndpointName = keyof Api
