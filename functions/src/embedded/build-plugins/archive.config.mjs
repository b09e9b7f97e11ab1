import { readFileSync } from 'node:fs'
import { writeCompiledModule } from '#locales/compiled.ts'
import { listCommands } from '#embedded/release/list-commands.mjs'
import { removeUnusedJspdfPlugin } from './pdfs-of-text.ts'

const ARCHIVED_FILES = new URL(import.meta.resolve('#embedded/release/archived-files.mjs'))

/** Settings of the bundler for the archive: the server, its threads and commands, with everything they import. */
export default {
  input: {
    main: 'functions/src/embedded/main.ts',
    'pdf-thread': 'functions/src/embedded/pdfs/pdf-thread.ts',
    ...listCommands(),
  },
  platform: 'node',
  output: { format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
  plugins: [
    removeUnusedJspdfPlugin(),
    {
      name: 'relevo:archive',
      load(id) {
        // An archive has no catalogues and no source tree.
        if (id.endsWith('/locales/compiled.ts')) return writeCompiledModule()
        return id.endsWith('/embedded/program-files.mjs') ? readFileSync(ARCHIVED_FILES, 'utf8') : null
      },
    },
  ],
}
