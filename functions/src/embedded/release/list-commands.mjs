import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../program-files.mjs'

const COMMANDS = 'functions/src/embedded/commands/main.ts'

/** @returns the programs of an archive beside the server, by name, with their modules: `node command.mjs backup …` */
export function listCommands() {
  return existsSync(join(ROOT, COMMANDS)) ? { command: COMMANDS } : {}
}
