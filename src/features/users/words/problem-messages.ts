import { msg } from '@lingui/core/macro'
import type { UserMessages } from '#ui/index.ts'

/** Problem messages about users, from the specification (part 1, point 8) where it has one. */
export const USER_MESSAGES: UserMessages = {
  'user.missing': msg`Error loading the user`,
  'user.exists': msg`There is already a user with the name that was entered.`,
  'user.email-taken': msg`There is already a user with this e-mail address.`,
  'user.username-invalid': msg`The username is not valid.`,
  'user.email-invalid': msg`The e-mail address is not valid.`,
  'user.fields-required': msg`All required fields must be completed.`,
  'user.one-role': msg`I can only select one role`,
  'user.area-required': msg`At least one area must be selected.`,
  'user.area-unknown': msg`One of these areas does not exist any more. Reload the page and choose again.`,
  'user.areas-apart': msg`All areas of a user have to be of one municipality.`,
  'user.areas-locked': msg`This user works in several municipalities: their areas cannot be changed here.`,
  'user.municipality-not-linked': msg`The current municipality is not associated with a municipality of MuniDigital.`,
  'user.changed-meanwhile': msg`Somebody else has changed this user meanwhile. Close this and open the user again.`,
  'user.oneself': msg`Nobody changes their own role or switches themselves off. Ask another administrator.`,
  'user.role-unknown': msg`There is no such role.`,
  'user.municipality-unknown': msg`There is no such municipality, or there are several of this name.`,
  'user.email-fixed': msg`The user has another e-mail address, and it cannot be changed.`,
  'user.twice-in-file': msg`An earlier line of the file has the same username.`,
  'user.email-twice-in-file': msg`An earlier line of the file has the same e-mail address.`,
  'user.cell-too-long': msg`One of the cells of this line is too long.`,
  'user.file-unreadable': msg`This file cannot be read as a table. Save it in a spreadsheet program as CSV (UTF-8) and choose that file.`,
  'user.file-unclosed-quote': msg({
    message:
      'Row {row} has a quotation mark (") that is not closed, so the rows after it cannot be told apart. Correct it and choose the file again.',
  }),
  'user.file-columns': msg`This is no file of users: its first line has to name the columns email and username, and users have to follow it.`,
  'user.check-failed': msg`An error occurred while communicating with MuniDigital.`,
}
