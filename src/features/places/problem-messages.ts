import { msg } from '@lingui/core/macro'
import type { PlacesMessages } from '#ui/index.ts'

/** Problem messages about places, with the specification's text where there is one (part 1, points 5 and 8). */
export const PLACES_MESSAGES: PlacesMessages = {
  'place.missing': msg`The data of the municipality could not be loaded.`,
  'place.name-required': msg`Enter a name.`,
  'place.municipality-name-required': msg`Enter a name for the municipality.`,
  'place.key-required': msg`Enter a keyword.`,
  'place.key-invalid': msg`Invalid keyword. It must have two or more letters, and they must be capitals.`,
  'place.core-id-required': msg`Enter an ID for MuniDigital.`,
  'place.core-id-invalid': msg`The ID of the municipality must be valid.`,
  'place.province-required': msg`Choose a province.`,
  'place.position-invalid': msg`Enter degrees: latitude from -90 to 90, longitude from -180 to 180.`,
  'place.country-code-invalid': msg`Enter the country code: two capital letters, for example AR.`,
  'place.exists': msg`This code is already in use.`,
  'place.name-taken': msg`This name is already in use.`,
  'place.key-taken': msg`Another municipality uses this keyword, so codes could repeat. Choose another one.`,
  'place.key-in-use': msg`Answer codes already use this keyword, so it cannot be changed.`,
  'place.own': msg`You cannot block your own country or municipality: you would not be able to unblock it.`,
  'settings.not-yours': msg`Only an administrator of the installation can change this.`,
  'settings.colour-invalid': msg`Enter a colour as # and six digits, for example #0b5a53.`,
  'settings.colour-contrast': msg`White text is not readable on this colour. Choose a darker one.`,
  'settings.frame-invalid': msg({
    message: '“{site}” is not a valid site. Enter https:// and its name, without a path.',
  }),
  'settings.certificate-form': msg`This form no longer belongs to the municipality. Choose another one.`,
  'settings.certificate-question': msg`The form no longer has these questions. Choose the questions again.`,
  'settings.currency-invalid': msg`Enter a symbol and the three-letter code of the currency, for example ARS.`,
  'settings.language-code': msg`Enter the code of the language, for example gn or qu-BO.`,
  'settings.language-file': msg({
    message: 'Line {line} cannot be read. Choose the downloaded file with its translations: .po, in UTF-8.',
  }),
  'settings.language-empty': msg`This file translates no text of Relevo. Download the texts and translate them.`,
  'settings.language-text': msg({
    message: 'Line {line}: check braces and plural forms in the translation of “{text}”. Wrong translations: {count}.',
  }),
  'settings.language-values': msg({
    message:
      'Line {line}: the translation of “{text}” must contain exactly these values and tags: {values}. Wrong translations: {count}.',
  }),
  'flags.datetime-invalid': msg`Enter a date and a time.`,
}
