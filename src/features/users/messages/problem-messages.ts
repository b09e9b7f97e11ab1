import { msg } from '@lingui/core/macro'
import type { UserMessages } from '#ui/index.ts'

/** Problem messages about users, with the specification's text where there is one (part 1, point 8). */
export const USER_MESSAGES: UserMessages = {
  'user.missing': msg`The user could not be loaded.`,
  'user.exists': msg`There is already a user with this username.`,
  'user.email-taken': msg`There is already a user with this e-mail address.`,
  'user.username-invalid': msg`The username is not valid.`,
  'user.email-invalid': msg`The e-mail address is not valid.`,
  'user.fields-required': msg`Fill in all required fields.`,
  'user.one-role': msg`Select only one role.`,
  'user.area-required': msg`At least one area must be selected.`,
  'user.area-unknown': msg`One of these areas no longer exists. Reload the page and choose again.`,
  'user.areas-apart': msg`All areas of a user must belong to the same municipality.`,
  'user.areas-locked': msg`This user works in several municipalities, so their areas cannot be changed. If the areas are wrong, deactivate this user and create a new one.`,
  'user.municipality-not-linked': msg`This municipality is not linked to a municipality in MuniDigital.`,
  'user.changed-meanwhile': msg`Someone else has changed this user. Close this window and open the user again.`,
  'user.oneself': msg`You cannot change your own role or deactivate yourself. Ask another administrator.`,
  'user.role-unknown': msg`This role does not exist.`,
  'user.municipality-unknown': msg`This municipality does not exist, or several have this name.`,
  'user.email-fixed': msg`The user has another e-mail address, and it cannot be changed.`,
  'user.twice-in-file': msg`An earlier line of the file has the same username.`,
  'user.email-twice-in-file': msg`An earlier line of the file has the same e-mail address.`,
  'user.cell-too-long': msg`One of the cells of this line is too long.`,
  'user.file-unreadable': msg`This file cannot be read as a table. Save it in a spreadsheet program as CSV (UTF-8) and choose that file.`,
  'user.file-unclosed-quote': msg({
    message:
      'Row {row} has a quotation mark (") that is not closed, so the rows after it cannot be read. Correct it and choose the file again.',
  }),
  'user.file-columns': msg`This is not a file of users. Its first line must have the columns email and username, followed by the users.`,
  'user.check-failed': msg`Could not communicate with MuniDigital.`,
}
