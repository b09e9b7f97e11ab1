import { msg } from '@lingui/core/macro'
import type { PlacesMessages } from '#ui/index.ts'

/** Problem messages about places, from the specification (part 1, points 5 and 8) where it has one. */
export const PLACES_MESSAGES: PlacesMessages = {
  'place.missing': msg`ERROR: The data of the municipality could not be obtained.`,
  'place.name-required': msg`Enter a name.`,
  'place.municipality-name-required': msg`You must enter a name for the municipality.`,
  'place.key-required': msg`You must enter a keyword.`,
  'place.key-invalid': msg`Invalid keyword. It must have two or more letters, and they must be capitals.`,
  'place.core-id-required': msg`You must enter an ID for MuniDigital.`,
  'place.core-id-invalid': msg`The ID of the municipality must be valid.`,
  'place.province-required': msg`You must select a province.`,
  'place.position-invalid': msg`Enter degrees: latitude from -90 to 90, longitude from -180 to 180.`,
  'place.country-code-invalid': msg`Enter the country's code: two capital letters, for example AR.`,
  'place.exists': msg`There is a place with this code already.`,
  'place.name-taken': msg`There is one with this name already.`,
  'place.key-taken': msg`Another municipality has this keyword. Its codes would be the same; choose another one.`,
  'place.key-in-use': msg`Codes were given out with this keyword, so it stays.`,
  'place.own': msg`You belong to it yourself: you could not let anybody in again.`,
  'settings.not-yours': msg`Only an administrator of the installation changes this.`,
  'settings.colour-invalid': msg`Enter a colour as # and six digits, for example #0b5a53.`,
  'settings.colour-contrast': msg`White cannot be read on this colour. Choose a darker one.`,
  'settings.frame-invalid': msg({ message: '“{site}” is no site: write https:// and its name, without a path.' }),
  'settings.certificate-form': msg`This form does not belong to the municipality any more. Choose another one.`,
  'settings.certificate-question': msg`The form does not ask this any more. Choose the questions again.`,
  'settings.currency-invalid': msg`Enter a sign, and the currency's code of three capital letters, for example ARS.`,
  'flags.datetime-invalid': msg`Enter a date and a time.`,
}
