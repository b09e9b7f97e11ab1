import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { LeftBehind } from '#domain/template-file/index.ts'
import type { NoteCode } from '#domain/xlsform/index.ts'

/** What people read for each note of the report. What it was, and what became of it. */
export const NOTE_WORDS: Readonly<Record<NoteCode, MessageDescriptor>> = {
  'type.unknown': msg`Types that Relevo does not know: left out`,
  'type.unsupported': msg`Types that Relevo does not have: left out`,
  'type.missing': msg`Rows without a type: left out`,
  'type.as-text': msg`Asked as text`,
  'type.as-number': msg`Asked as a number, without its limits`,
  'type.as-yes-no': msg`Asked as yes or no`,
  'type.as-location': msg`Points on the map: the answer as a whole asks for its location`,
  'type.rank-as-choice': msg`Rankings: asked as a choice of several, without an order`,
  'type.video-setting': msg`Videos: can be attached only where the municipality has videos switched on`,
  'type.metadata': msg`Facts that Relevo notes by itself, such as date and user: left out`,
  'list.missing': msg`Questions whose list of choices is not in the file: they have no options`,
  'list.from-file': msg`Questions whose choices are in a file of their own: they have no options`,
  'list.other': msg`“Other” with a text of its own: left out`,
  'list.text-missing': msg`Choices without a label: shown by their name`,
  'group.nested': msg`Groups within groups: they became headings`,
  'group.nested-repeat': msg`Repeats within repeats: asked once in each row`,
  'group.repeat-inside': msg`Repeats within groups: they became sections of their own`,
  'group.loop': msg`Loops: they became repeatable sections`,
  'group.not-opened': msg`Ends of groups that never began: left out`,
  'group.not-closed': msg`Groups that never end: closed at the end of the sheet`,
  'column.relevant': msg`Conditions under which something is shown: it is shown always`,
  'column.constraint': msg`Limits to what may be answered: left out`,
  'column.calculation': msg`Calculations: left out`,
  'column.choice_filter': msg`Choices that depend on earlier answers: all are offered`,
  'column.default': msg`Answers given from the start: left out`,
  'column.read_only': msg`Questions that only show a value: they can be answered`,
  'column.repeat_count': msg`Fixed numbers of rows: people add as many as they need`,
  'column.trigger': msg`Questions that react to another answer: left out`,
  'column.parameters': msg`Settings of single questions: left out`,
  'column.media': msg`Pictures, sounds and videos in questions: left out`,
  'column.guidance_hint': msg`Guidance for those who ask: left out`,
  'column.appearance': msg`Appearance: Relevo has its own`,
  'column.unknown': msg`Columns that Relevo does not know: left out`,
  'required.expression': msg`Questions that are required only sometimes: they are not required`,
  'required.conditional': msg`Required questions that were shown only under a condition: they are not required`,
  'label.missing': msg`Questions without a label: shown by their name`,
  'label.reference': msg`Texts that quote another answer: the reference stands there as it was written`,
  'language.unknown': msg`Languages that Relevo does not offer: left out`,
  'text.cut': msg`Texts that are too long: cut`,
  'limit.questions': msg`Questions beyond what a section holds: left out`,
  'limit.sections': msg`Sections beyond what a form holds: left out`,
  'limit.options': msg`Choices beyond what a question holds: left out`,
  'settings.left-out': msg`Settings that Relevo does not need: left out`,
  'row.disabled': msg`Rows that were switched off: left out`,
}

/** What an imported form left where it comes from. */
export const LEFT_WORDS: Readonly<Record<LeftBehind, MessageDescriptor>> = {
  areas: msg`its areas (they are not yours)`,
  'header-image': msg`its header image`,
  'pdf-logo': msg`the logo of its PDF`,
  agenda: msg`its appointment agenda`,
  'management-system': msg`its tie to the management system, with its incident types`,
  'incident-types': msg`its incident types (this form gets its own when it is published)`,
}
