import { readFileSync } from 'node:fs'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { templateDraftSchema } from '#domain/templates/index.ts'
import { MAX_IMPORT_BYTES } from '#domain/kernel/index.ts'
import { exportTemplate } from '#domain/template-file/index.ts'
import { readFormFile } from './import-form.ts'

const bytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text))
const titles = async (data: Uint8Array<ArrayBuffer>, name = 'obras.xlsx') => {
  const result = await readFormFile(data, name)
  return result.ok
    ? [
        result.value.draft.titulo,
        ...result.value.draft.secciones.flatMap(({ preguntas }) => preguntas.map((one) => one.titulo)),
      ]
    : result.problem.code
}
const workbook = async (rows: (string | number | boolean | Date | null)[][]) =>
  new Uint8Array(
    await writeXlsx({
      sheets: [
        { name: 'survey', rows },
        { name: 'settings', rows: [['form_title'], ['Obras']] },
      ],
    }),
  )

describe('a file that is imported as a form', () => {
  it('can be a workbook', async () => {
    expect(
      await titles(
        await workbook([
          ['type', 'name', 'label'],
          ['text', 'a', 'Dueño'],
          ['integer', 'b', 2026],
          ['note', 'c', true],
        ]),
      ),
    ).toEqual(['Obras', 'Dueño', '2026', 'TRUE'])
  })

  it.each([
    ['commas', 'type,name,label\ntext,a,"Calle, número"\n', 'Calle, número'],
    ['semicolons, as Spanish spreadsheets write', 'type;name;label\r\ntext;a;Calle, número\r\n', 'Calle, número'],
    ['tabs', 'type\tname\tlabel\ntext\ta\tCalle\n', 'Calle'],
    ['a byte-order mark', '\uFEFFtype,name,label\ntext,a,Calle\n', 'Calle'],
    ['several sheets', 'survey,,,\n,type,name,label\n,text,a,Calle\nchoices,,,\n,list_name,name,label\n', 'Calle'],
  ])('can be a table with %s', async (_name, text, label) => {
    expect(await titles(bytes(text), 'obras.2026.csv')).toEqual(['obras.2026', label])
  })

  it('with a quote that is not closed is refused with its row: no rows are swallowed', async () => {
    const file = new Uint8Array(readFileSync(new URL('./data/xlsform-unclosed-quote.csv', import.meta.url)))
    expect(await readFormFile(file, 'obras.csv')).toEqual({
      ok: false,
      problem: { code: 'import.unclosed-quote', details: { row: 2 } },
    })
  })

  it('has the dates, times, percentages and leading zeros that its sheet shows', async () => {
    const file = new Uint8Array(readFileSync(new URL('./data/xlsform-date-and-time-cells.xlsx', import.meta.url)))
    const made = await readFormFile(file, 'horarios.xlsx')
    if (!made.ok) throw new Error(made.problem.code)
    const questions = made.value.draft.secciones.flatMap(({ preguntas }) => preguntas)
    expect(questions.map(({ opciones }) => opciones.map(({ texto }) => texto))).toEqual([
      ['8:00', '8:30', '9:00'],
      ['2026-12-04', '2026-12-05'],
      ['50%', '100%'],
      ['0007', '0012'],
    ])
    expect(made.value.notes).toEqual([])
  })

  it('notes cells with an error and dates that each computer writes its own way, with their rows', async () => {
    const file = await writeXlsx({
      sheets: [
        {
          name: 'survey',
          rows: [
            ['type', 'name', 'label'],
            ['text', 'a', '#N/A'],
            ['text', 'b', null],
          ],
          cells: new Map([['2,2', { value: 46_000, type: 'number', style: { numFmt: 'mm-dd-yy' } }]]),
        },
      ],
    })
    const made = await readFormFile(new Uint8Array(file), 'x.xlsx')
    if (!made.ok) throw new Error(made.problem.code)
    expect(made.value.draft.secciones[0]?.preguntas.map(({ titulo }) => titulo)).toEqual(['#N/A', '09/12/2025'])
    expect(made.value.notes.map(({ code, row, detail }) => [code, row, detail])).toEqual([
      ['cell.error', 2, '#N/A'],
      ['cell.local-date', 3, '09/12/2025'],
    ])
  })

  it('is imported without its hidden rows, columns and sheets, each of which is noted', async () => {
    const file = await writeXlsx({
      sheets: [
        {
          name: 'survey',
          rows: [
            ['type', 'name', 'label', 'hint'],
            ['text', 'a', 'Shown', 'Secret hint'],
            ['text', 'b', 'Secret question', ''],
            ['select_one signs', 'c', 'Sign', ''],
          ],
          rowDefs: new Map([[2, { hidden: true }]]),
          columns: [{}, {}, {}, { hidden: true }],
        },
        {
          name: 'choices',
          rows: [
            ['list_name', 'name', 'label'],
            ['signs', 'a', 'Shop'],
            ['signs', 'b', 'Secret choice'],
          ],
          rowDefs: new Map([[2, { hidden: true }]]),
        },
        { name: 'settings', rows: [['form_title'], ['Secret title']], hidden: true },
      ],
    })
    const made = await readFormFile(new Uint8Array(file), 'x.xlsx')
    if (!made.ok) throw new Error(made.problem.code)
    expect(JSON.stringify(made.value.draft)).not.toContain('Secret')
    const [section] = made.value.draft.secciones
    expect(section?.preguntas.map(({ titulo, opciones }) => [titulo, opciones.map(({ texto }) => texto)])).toEqual([
      ['Shown', []],
      ['Sign', ['Shop']],
    ])
    expect(made.value.notes.map(({ code, sheet, row, name, detail }) => [code, sheet, row, name, detail])).toEqual([
      ['column.hidden', 'survey', null, '', 'hint'],
      ['row.hidden', 'survey', 3, '', 'text, b, Secret question'],
      ['row.hidden', 'choices', 3, '', 'signs, b, Secret choice'],
      ['sheet.hidden', 'settings', null, 'settings', ''],
    ])
  })

  it('notes numbers with decimals, which each computer writes its own way', async () => {
    const cells = new Map([['1,2', { value: 12.5, type: 'number' as const, style: { numFmt: '0.00' } }]])
    const rows = [
      ['type', 'name', 'label'],
      ['text', 'a', null],
      ['text', 'b', 0.5],
      ['text', 'c', 2026],
    ]
    const made = await readFormFile(
      new Uint8Array(await writeXlsx({ sheets: [{ name: 'survey', rows, cells }] })),
      'x.xlsx',
    )
    if (!made.ok) throw new Error(made.problem.code)
    expect(made.value.draft.secciones[0]?.preguntas.map(({ titulo }) => titulo)).toEqual(['12.50', '0.5', '2026'])
    expect(made.value.notes.map(({ code, row, detail }) => [code, row, detail])).toEqual([
      ['cell.local-number', 2, '12.50'],
      ['cell.local-number', 3, '0.5'],
    ])
  })

  const sheet = (row: readonly (string | null)[], more: readonly (string | null)[][] = []) => [
    ['type', 'name', 'label'],
    ['text', 'a', 'Calle', ...row],
    ...more,
  ]
  const blank = (times: number) => Array.from({ length: times }, () => [])
  const sheetsFile = async (...sheets: { readonly name: string; readonly rows: (string | null)[][] }[]) =>
    new Uint8Array(await writeXlsx({ sheets }))
  const far = Array.from({ length: 497 }, () => null)
  it.each([
    [
      'rows of a table',
      async () => bytes(`type,name,label\ntext,a,Calle${'\n'.repeat(20_000)}text,b,Plaza\n`),
      ['limit.rows', 'survey', 20_001, '20000'],
    ],
    [
      'columns of a table',
      async () => bytes(`type,name,label\ntext,a,Calle${','.repeat(498)}Plaza\n`),
      ['limit.columns', 'survey', 2, '500'],
    ],
    [
      'rows of a workbook',
      () => sheetsFile({ name: 'survey', rows: sheet([], [...blank(19_998), ['text', 'b', 'Plaza']]) }),
      ['limit.rows', 'survey', 20_001, '20000'],
    ],
    [
      'columns of a workbook',
      () => sheetsFile({ name: 'survey', rows: sheet([...far, 'Plaza']) }),
      ['limit.columns', 'survey', 2, '500'],
    ],
    [
      'sheets of a workbook',
      () =>
        sheetsFile(
          { name: 'survey', rows: sheet([]) },
          ...Array.from({ length: 49 }, (_, at) => ({ name: `empty ${at}`, rows: [] })),
          { name: 'Plazas', rows: [['Plaza']] },
        ),
      ['sheet.left-out', 'Plazas', null, ''],
    ],
  ])('notes that there are more %s than are read', async (_what, file, note) => {
    const made = await readFormFile(await file(), 'x.csv')
    if (!made.ok) throw new Error(made.problem.code)
    expect(made.value.draft.secciones[0]?.preguntas.map(({ titulo }) => titulo)).toEqual(['Calle'])
    expect(made.value.notes.map(({ code, sheet: name, row, detail }) => [code, name, row, detail])).toEqual([note])
  })

  it('can be a table of an old program, not in UTF-8', async () => {
    expect(
      await titles(
        Uint8Array.from([...'type,name,label\ntext,a,Due\u00F1o'].map((letter) => letter.charCodeAt(0))),
        'x.csv',
      ),
    ).toEqual(['x', 'Dueño'])
  })

  it('can be one that Relevo exported, whatever it is called', async () => {
    const draft = templateDraftSchema.parse({
      titulo: 'Obras',
      secciones: [{ orden: 0, preguntas: [{ orden: 0, titulo: 'P', tipoPregunta: 1 }] }],
    })
    const kept = bytes(exportTemplate(draft))
    expect(await readFormFile(kept, 'form.xlsx')).toEqual({ ok: true, value: { kind: 'relevo', draft, notes: [] } })
  })

  const compound = (inside: string) =>
    Uint8Array.from([
      0xd0,
      0xcf,
      0x11,
      0xe0,
      ...new Uint8Array(600),
      ...[...inside].flatMap((letter) => [letter.charCodeAt(0), 0]),
    ])
  it.each([
    ['nothing', bytes(''), 'import.no-survey'],
    ['an old workbook', compound('Workbook'), 'import.old-workbook'],
    ['a workbook with a password', compound('EncryptedPackage'), 'import.encrypted'],
    ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), 'import.unreadable'],
    ['an archive that is no workbook', Uint8Array.from([0x50, 0x4b, 3, 4, 9, 9, 9, 9, 9, 9]), 'import.unreadable'],
    ['some other JSON', bytes('{"a":1}'), 'import.not-a-form'],
    ['a letter', bytes('Estimado señor:\n\nle escribo, como siempre,\n'), 'import.no-survey'],
    ['too much', new Uint8Array(MAX_IMPORT_BYTES + 1), 'import.too-large'],
  ])('is refused when it is %s', async (_name, data, code) => {
    expect(await titles(data)).toBe(code)
  })

  it('is refused when it has one long text in many cells, which takes little room until it is read', async () => {
    const long = 'a'.repeat(32 * 1024)
    const many = await workbook(Array.from({ length: 7 }, () => Array.from({ length: 100 }, () => long)))
    expect(await readFormFile(many, 'obras.xlsx')).toEqual({
      ok: false,
      problem: { code: 'import.too-large', details: { max: 20 } },
    })
  })

  it('is refused before it is unpacked when it would come to more than a machine bears', async () => {
    // Half a megabyte of one letter, 130 times: a small file. Each differs, because a workbook stores equal texts once.
    const bomb = await workbook(Array.from({ length: 130 }, (_, row) => [row + 'a'.repeat(512 * 1024)]))
    expect(bomb.length).toBeLessThan(200_000)
    // The limit is 64 MB unpacked; the unpacked file would have 20 million characters.
    expect(await readFormFile(bomb, 'obras.xlsx')).toEqual({
      ok: false,
      problem: { code: 'import.too-large', details: { max: 64 } },
    })
  })

  it('is read where a cell is in the last column of a sheet', async () => {
    const rows = Array.from({ length: 1_300 }, (): (string | null)[] => ['text', 'a', 'Dueño'])
    rows[0] = ['type', 'name', 'label']
    rows[1_299] = Array.from({ length: 16_384 }, (_, column) => (column === 16_383 ? 'far away' : null))
    expect((await titles(await workbook(rows))).slice(0, 2)).toEqual(['Obras', 'Dueño'])
  })

  it('is read in no time where a label begins sixty thousand references', async () => {
    const before = process.cpuUsage()
    await readFormFile(bytes(`type,name,label\ntext,a,${'${'.repeat(60_000)}\n`), 'obras.csv')
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1_000)
  })

  it('is refused, not thrown at people, wherever a workbook is cut off or damaged', async () => {
    const whole = await workbook([
      ['type', 'name', 'label'],
      ['text', 'a', 'Dueño'],
    ])
    for (let at = 8; at < whole.length; at += 97) {
      const damaged = whole.slice()
      damaged.fill(0x5a, at, at + 24)
      for (const data of [whole.slice(0, at), damaged]) {
        const result = await readFormFile(data, 'x.xlsx')
        expect(result.ok || result.problem.code.startsWith('import.')).toBe(true)
      }
    }
    expect(await titles(whole.slice(0, whole.length / 2))).toBe('import.unreadable')
  })
})
