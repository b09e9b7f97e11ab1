import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE } from '../data-folder.ts'

/** Folder for e-mails when there is no mail server. Each e-mail is an `.eml` file, which any mail program opens. */
export const MAIL_FOLDER = 'mail'

/** @returns a function that stores an e-mail under its name, atomically */
export function createMailFolderWriter(folder: string): (name: string, bytes: Uint8Array) => Promise<void> {
  return async (name, bytes) => {
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE })
    const part = join(folder, `${name}.part`)
    await writeFile(part, bytes, { mode: PRIVATE_FILE_MODE })
    await rename(part, join(folder, name))
  }
}
