import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../program-files.mjs'

const COMMANDS = 'functions/src/embedded/commands/main.ts'

/**
 * @returns the programs of an archive besides the server (`node command.mjs NAME`), by name, with their modules
 */
export function listCommands() {
  return existsSync(join(ROOT, COMMANDS)) ? { command: COMMANDS } : {}
}
