/** What a column holds: its name in one spelling, and the language that it is written in, if the heading names one. */
export type Column = { readonly name: string; readonly language: string | null }

/** Ways of writing the same heading; the right side is XLSForm's present one. */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    caption: 'label',
    command: 'type',
    tag: 'name',
    value: 'name',
    text: 'label',
    list: 'list_name',
    relevance: 'relevant',
    calculate: 'calculation',
    readonly: 'read_only',
    constraintmsg: 'constraint_message',
    requiredmsg: 'required_message',
    'jr:constraintmsg': 'constraint_message',
    'jr:requiredmsg': 'required_message',
    'jr:preload': 'preload',
    image: 'media',
    audio: 'media',
    video: 'media',
    'big-image': 'media',
    big_image: 'media',
    title: 'form_title',
    set_form_title: 'form_title',
    id_string: 'form_id',
    set_form_id: 'form_id',
    repeat: 'repeat_count',
    count: 'repeat_count',
  }),
)

/** Headings whose first part only says where the value goes in an XForm: `bind::relevant` is `relevant`. */
const PREFIXES = new Set(['bind', 'control', 'body', 'instance'])

/** Reads a heading: `label::Español (es)`, `bind:jr:constraintMsg`. One colon or two, capitals and blanks: the same. */
export function columnOf(heading: string): Column {
  const parts = heading
    .toLowerCase()
    .split(/::?/)
    .map((part) => part.trim())
  const [first = '', ...rest] = parts
  if (rest.length > 0 && PREFIXES.has(first)) return { name: spelled(rest.join(':')), language: null }
  if (rest.length > 0 && first === 'media') return { name: 'media', language: rest[1] ?? null }
  return { name: spelled(first), language: rest.length > 0 ? rest.join(':') : null }
}

function spelled(text: string): string {
  const name = text.replaceAll(/\s+/g, '_')
  return SPELLINGS.get(name) ?? name
}
