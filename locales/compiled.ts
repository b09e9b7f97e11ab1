import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Messages } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'

/** Folders with the catalogues of server code and PDFs. */
const FOLDERS = ['server', 'pdf']

/** Messages by language, compiled when the server starts. The bundle for the cloud contains the result instead. */
export const CATALOGUES: Readonly<Record<string, Messages>> = await compileCatalogues()

async function compileCatalogues(): Promise<Record<string, Messages>> {
  const catalogues: Record<string, Messages> = {}
  for (const folder of FOLDERS.map((name) => join(import.meta.dirname, name))) {
    for (const filename of globSync('*.po', { cwd: folder })) {
      const locale = basename(filename, '.po')
      const text = readFileSync(join(folder, filename), 'utf8')
      const messages = (catalogues[locale] ??= {})
      for (const [id, { translation }] of Object.entries(
        await formatter().parse(text, { locale, sourceLocale: 'en', filename }),
      )) {
        if (translation !== undefined && translation !== '') messages[id] = compileMessageOrThrow(translation)
      }
    }
  }
  return catalogues
}
