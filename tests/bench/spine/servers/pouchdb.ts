/** PouchDB's own server: express-pouchdb over LevelDB on disk, which favours it by not fsyncing each batch. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import expressPouchDB from 'express-pouchdb'
import leveldb from 'pouchdb-adapter-leveldb'
import PouchDB from 'pouchdb-core'
import mapreduce from 'pouchdb-mapreduce'
import replication from 'pouchdb-replication'

const [folder = ''] = process.argv.slice(2)
const Stored = PouchDB.plugin(leveldb)
  .plugin(mapreduce)
  .plugin(replication)
  .defaults({ prefix: `${folder}/` })
const app = express()
// Compression would cost this peer time on loopback, where bandwidth is free.
app.use(
  '/',
  expressPouchDB(Stored, {
    mode: 'minimumForPouchDB',
    inMemoryConfig: true,
    overrideMode: { exclude: ['compression'] },
  }),
)
const server = createServer(app).listen(0, '127.0.0.1', () => {
  process.stdout.write(`READY ${(server.address() as AddressInfo).port}\n`)
})
