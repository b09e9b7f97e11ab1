import { z } from 'zod'
import { PUBLIC_ACCESS, requireRight } from '../../access/index.ts'
import { sha256Schema } from '../../kernel/ids.ts'
import {
  blockRequestSchema,
  countryLinesSchema,
  createCountrySchema,
  createMunicipalitySchema,
  createProvinceSchema,
  editMunicipalitySchema,
  municipalitiesPageSchema,
  municipalitiesQuerySchema,
  municipalityFormsSchema,
  municipalityResponseSchema,
  placeIdResponseSchema,
  blockEffectSchema,
  renamePlaceSchema,
  settingsResponseSchema,
} from '../places-api.ts'
import { countryIdSchema, municipalityIdSchema, provinceIdSchema } from '../place-ids.ts'
import { languageInputSchema, settingsInputSchema } from '../settings-rules.ts'
import { remoteConfigSchema } from '../../sync/profile.ts'
import { remoteConfigInputSchema } from '../../sync/remote-config.ts'
import { bytesSchema } from '../../endpoints/bytes.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

/** Only administrators manage places (part 1, point 6). */
const placeEndpoint = { access: requireRight('manage', 'usuario'), missing: 'place.missing', topic: 'places' } as const
const municipalityEndpoint = { ...placeEndpoint, params: z.object({ id: municipalityIdSchema }) } as const
const provinceEndpoint = { ...placeEndpoint, params: z.object({ id: provinceIdSchema }) } as const
const countryEndpoint = { ...placeEndpoint, params: z.object({ id: countryIdSchema }) } as const
/**
 * Managers of a municipality's users may change some of its settings; those of other municipalities get place.missing.
 */
const itsSettings = { ...municipalityEndpoint, access: requireRight('manage', 'usuario_municipio') } as const

export const listMunicipalities = {
  ...placeEndpoint,
  method: 'GET',
  path: '/municipalities',
  query: municipalitiesQuerySchema,
  reply: municipalitiesPageSchema,
  summary: 'Municipalities by name, 7 per page; the search matches name, key and id in the management system',
} as const satisfies Endpoint

export const createMunicipality = {
  ...placeEndpoint,
  method: 'POST',
  path: '/municipalities',
  body: createMunicipalitySchema,
  reply: municipalityResponseSchema,
  summary: 'Creates a municipality. Repeating the request creates no second one',
} as const satisfies Endpoint

export const editMunicipality = {
  ...municipalityEndpoint,
  method: 'PUT',
  path: '/municipalities/:id',
  body: editMunicipalitySchema,
  reply: municipalityResponseSchema,
  summary: 'Changes a municipality; its key only while no code has been assigned',
} as const satisfies Endpoint

export const reachOfMunicipality = {
  ...municipalityEndpoint,
  method: 'GET',
  path: '/municipalities/:id/reach',
  reply: blockEffectSchema,
  summary: 'Who is affected by blocking a municipality',
} as const satisfies Endpoint

export const blockMunicipality = {
  ...municipalityEndpoint,
  method: 'PUT',
  path: '/municipalities/:id/access',
  body: blockRequestSchema,
  reply: municipalityResponseSchema,
  summary: 'Blocks or unblocks a municipality',
} as const satisfies Endpoint

export const readSettings = {
  ...itsSettings,
  method: 'GET',
  path: '/municipalities/:id/settings',
  reply: settingsResponseSchema,
  summary: 'Settings of a municipality, and which of them the user may change',
} as const satisfies Endpoint

export const saveSettings = {
  ...itsSettings,
  method: 'PUT',
  path: '/municipalities/:id/settings',
  body: settingsInputSchema,
  reply: settingsResponseSchema,
  summary: 'Changes only the settings that the request contains',
} as const satisfies Endpoint

export const listMunicipalityForms = {
  ...itsSettings,
  method: 'GET',
  path: '/municipalities/:id/forms',
  reply: municipalityFormsSchema,
  summary: "A municipality's forms by title, for choosing the form that issues certificates",
} as const satisfies Endpoint

export const sendLogo = {
  ...itsSettings,
  method: 'POST',
  path: '/municipalities/:id/logo',
  body: bytesSchema,
  ownBody: true,
  reply: settingsResponseSchema,
  summary: "Replaces a municipality's logo; the body is a PNG or JPEG",
} as const satisfies Endpoint

export const removeLogo = {
  ...itsSettings,
  method: 'DELETE',
  path: '/municipalities/:id/logo',
  reply: settingsResponseSchema,
  summary: "Removes a municipality's logo",
} as const satisfies Endpoint

export const readLogo = {
  ...municipalityEndpoint,
  method: 'GET',
  path: '/municipalities/:id/logo/:sha256',
  access: PUBLIC_ACCESS,
  params: z.object({ id: municipalityIdSchema, sha256: sha256Schema }),
  missing: 'file.missing',
  reply: 'stream',
  summary: 'The logo of a municipality, public because public pages show it',
} as const satisfies Endpoint

export const downloadLanguageTemplate = {
  method: 'GET',
  path: '/language-template',
  access: requireRight('manage', 'usuario_municipio'),
  reply: 'stream',
  summary: 'All texts of screens and PDFs as a .po file without translations, for `sendLanguage`',
} as const satisfies Endpoint

export const sendLanguage = {
  ...itsSettings,
  method: 'POST',
  path: '/municipalities/:id/language',
  query: languageInputSchema,
  body: bytesSchema,
  ownBody: true,
  reply: settingsResponseSchema,
  summary:
    "Replaces a municipality's own language (`ot`); the body is a .po file in UTF-8 with the entries of the template",
} as const satisfies Endpoint

export const removeLanguage = {
  ...itsSettings,
  method: 'DELETE',
  path: '/municipalities/:id/language',
  reply: settingsResponseSchema,
  summary: "Removes a municipality's own language",
} as const satisfies Endpoint

export const readLanguage = {
  ...readLogo,
  path: '/municipalities/:id/language/:sha256',
  summary: "The compiled catalogue of a municipality's own language, public because the sign-in page uses it",
} as const satisfies Endpoint

export const listCountries = {
  ...placeEndpoint,
  method: 'GET',
  path: '/countries',
  reply: countryLinesSchema,
  summary: 'Countries and their provinces by name, with the number of municipalities',
} as const satisfies Endpoint

export const createCountry = {
  ...placeEndpoint,
  method: 'POST',
  path: '/countries',
  body: createCountrySchema,
  reply: placeIdResponseSchema,
  summary: 'Creates a country with its two-letter code. Repeating the request creates no second one',
} as const satisfies Endpoint

export const renameCountry = {
  ...countryEndpoint,
  method: 'PUT',
  path: '/countries/:id',
  body: renamePlaceSchema,
  reply: placeIdResponseSchema,
  summary: 'Renames a country',
} as const satisfies Endpoint

export const reachOfCountry = {
  ...countryEndpoint,
  method: 'GET',
  path: '/countries/:id/reach',
  reply: blockEffectSchema,
  summary: 'Who is affected by blocking a country',
} as const satisfies Endpoint

export const blockCountry = {
  ...countryEndpoint,
  method: 'PUT',
  path: '/countries/:id/access',
  body: blockRequestSchema,
  reply: placeIdResponseSchema,
  summary: 'Blocks or unblocks a country',
} as const satisfies Endpoint

export const createProvince = {
  ...placeEndpoint,
  method: 'POST',
  path: '/provinces',
  body: createProvinceSchema,
  reply: placeIdResponseSchema,
  summary: 'Creates a province. Repeating the request creates no second one',
} as const satisfies Endpoint

export const renameProvince = {
  ...provinceEndpoint,
  method: 'PUT',
  path: '/provinces/:id',
  body: renamePlaceSchema,
  reply: placeIdResponseSchema,
  summary: 'Renames a province',
} as const satisfies Endpoint

export const readRemoteConfig = {
  method: 'GET',
  path: '/remote-config',
  access: requireRight('manage', 'usuario'),
  topic: 'places',
  reply: remoteConfigSchema,
  summary: 'Flags that change behaviour without a release',
} as const satisfies Endpoint

export const saveRemoteConfig = {
  method: 'PUT',
  path: '/remote-config',
  access: requireRight('manage', 'usuario'),
  topic: 'places',
  body: remoteConfigInputSchema,
  reply: remoteConfigSchema,
  summary: 'Changes the flags; connected devices are notified at once, others with their next pull',
} as const satisfies Endpoint
