import { MAP_TILES_PER_SECOND } from '#domain/maps/index.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MB = 1024 * 1024

/** Limits for requests without an account. */
const PUBLIC_TUNING = {
  /** public answers from one network address, per form and in total: burst, then one per interval */
  publicBurstPerForm: 30,
  publicIntervalPerForm: 10 * SECOND,
  publicBurstPerAddress: 60,
  publicIntervalPerAddress: 5 * SECOND,
  /** zero bits of a puzzle, and its lifetime */
  proofBits: 15,
  proofLife: 2 * MINUTE,
  /** public files, counted in units of bytes, by network address and by form: burst, then one per interval */
  publicFilesUnit: 256 * 1024,
  publicFilesBurstPerAddress: 800,
  publicFilesIntervalPerAddress: 2 * SECOND,
  publicFilesBurstPerForm: 4_000,
  publicFilesIntervalPerForm: SECOND / 4,
  /** maximum share of a form's limit that one network can use (for IPv6 the /48) */
  publicFilesShare: 1 / 4,
  /** time after which the cost of an announced file that did not arrive is refunded */
  publicFileSilence: 30 * SECOND,
  /**
   * lifetime of a public file that no answer references, and maximum bytes and number of such files per address; above
   * these, the oldest are deleted
   */
  publicFileLife: 6 * HOUR,
  publicUnnamedBytes: 256 * MB,
  publicUnnamedFiles: 500,
  /** codes for the booking page per network address: burst, then one per interval */
  bookingBurst: 30,
  bookingInterval: 10 * SECOND,
  /** wrong record codes, per network address, and per record in total: burst, then one per interval */
  recordBurst: 10,
  recordInterval: 5 * MINUTE,
  recordBurstPerRecord: 60,
  recordIntervalPerRecord: 5 * MINUTE,
  /** wrong record codes per municipality and in total, above which a puzzle is required */
  recordBurstPerMunicipality: 200,
  recordIntervalPerMunicipality: 2 * MINUTE,
  recordBurstInTotal: 500,
  recordIntervalInTotal: MINUTE,
  /** wrong references of records in total; each could match any record of the installation */
  referenceBurst: 100,
  referenceInterval: 20 * MINUTE,
  /** requests for the state of an answer: per network address, per form, and in total */
  statusBurst: 20,
  statusInterval: 30 * SECOND,
  statusBurstPerForm: 300,
  statusIntervalPerForm: 10 * SECOND,
  statusBurstInTotal: 2_000,
  statusIntervalInTotal: SECOND / 2,
  /** requests for answers nearby, per network address and per form: burst, then one per interval */
  nearbyBurst: 20,
  nearbyInterval: 30 * SECOND,
  nearbyBurstPerForm: 300,
  nearbyIntervalPerForm: 10 * SECOND,
  /**
   * ordered places per network address; places of unpaid orders are refunded when the order is paid or released, others
   * one per interval
   */
  publicPlacesBurst: 60,
  publicPlacesInterval: 10 * MINUTE,
  /** e-mails about orders without a payment: per network, and per recipient in total */
  orderEmailsBurst: 60,
  orderEmailsInterval: 10 * MINUTE,
  orderEmailsBurstPerRecipient: 10,
  orderEmailsIntervalPerRecipient: HOUR,
  /** wrong discount codes per network, per form, and in total; above the last two a puzzle is required */
  discountBurst: 10,
  discountInterval: 5 * MINUTE,
  discountBurstPerForm: 200,
  discountIntervalPerForm: 2 * MINUTE,
  discountBurstInTotal: 500,
  discountIntervalInTotal: MINUTE,
  /** PDFs of records per network address */
  publicPdfBurst: 20,
  publicPdfInterval: 10 * SECOND,
  /** characters of a composed answer that count as one answer, because a push of a few bytes may compose megabytes */
  publicCharactersPerAnswer: 128 * 1024,
  /** public forms and their pages, per network address and in total: burst, then one per interval */
  publicPagesBurst: 240,
  publicPagesInterval: SECOND / 2,
  publicPagesBurstInTotal: 4_000,
  publicPagesIntervalInTotal: SECOND / 100,
  /** tiles per network address; tiles not in the cache per form and per municipality: burst, then one per interval */
  publicTilesBurstPerAddress: 600,
  publicTilesIntervalPerAddress: SECOND / 10,
  publicTilesBurstPerForm: 6_000,
  publicTilesIntervalPerForm: SECOND,
  publicTilesBurstPerMunicipality: 12_000,
  publicTilesIntervalPerMunicipality: SECOND / 4,
  /** maximum concurrent public tile requests, so that a slow provider does not use up all connections */
  publicTilesUnderWay: 500,
  /** geocoder requests, which cost money: per network address, per form (a thousand a day), per municipality */
  publicGeocodeBurstPerAddress: 20,
  publicGeocodeIntervalPerAddress: 20 * SECOND,
  publicGeocodeBurstPerForm: 1_000,
  publicGeocodeIntervalPerForm: DAY / 1_000,
  publicGeocodeBurstPerMunicipality: 5_000,
  publicGeocodeIntervalPerMunicipality: DAY / 5_000,
}

/** Settings of the core. Times are in milliseconds. */
export const DEFAULT_TUNING = {
  ...PUBLIC_TUNING,
  /** idle timeout of a session; long, because inspectors are offline for weeks */
  sessionIdle: 30 * DAY,
  /** maximum lifetime of a session */
  sessionLifetime: 90 * DAY,
  /** interval for renewing a session's id */
  sessionRotation: DAY,
  /** time that the old id stays valid after the first use of the new one, for requests in progress */
  rotationGrace: MINUTE,
  /** time after which a new id that was never used counts as lost */
  rotationRetry: 10 * MINUTE,
  /** minimum interval between writes of `lastSeenAt`, each of which syncs to disk */
  sessionTouch: HOUR,
  /**
   * failed sign-ins that cause no delay: per account and address, per address (such as an office), and per account in
   * total
   */
  freeFailuresPerAccount: 4,
  freeFailuresPerAddress: 30,
  freeFailuresEverywhere: 50,
  /**
   * interval in which the total number of an account's failures decreases by one (leaky bucket); short enough that a
   * single address cannot reach the limit
   */
  failureLeakEverywhere: 2 * MINUTE,
  /** first delay after a failure; doubles with each further failure */
  firstDelay: SECOND,
  longestDelay: 5 * MINUTE,
  /** time without further failures after which the count of failures is reset */
  failureMemory: HOUR,
  /** links for a forgotten password: per name, per network address, and in total, above which a puzzle is required */
  forgottenBurst: 3,
  forgottenInterval: 20 * MINUTE,
  forgottenBurstPerAddress: 20,
  forgottenIntervalPerAddress: MINUTE,
  forgottenBurstInTotal: 300,
  forgottenIntervalInTotal: 10 * SECOND,
  /**
   * single sign-ons started per network address (burst, then one per interval), and the maximum duration of a sign-on
   */
  ssoBurst: 60,
  ssoInterval: 5 * SECOND,
  ssoPatience: 15 * MINUTE,
  /** maximum time and failures of a second step before the password is required again */
  stepPatience: 10 * MINUTE,
  stepFailures: 5,
  /** time after confirming the identity during which sensitive actions need no further confirmation */
  confirmationLife: 10 * MINUTE,
  /** lifetime of password and invitation links, from when their e-mail is sent */
  forgottenLinkLife: HOUR,
  invitationLinkLife: 7 * DAY,
  /** stored versions and images of forms per account, in units of bytes: burst, then one per interval */
  formsBurst: 600,
  formsInterval: 10 * SECOND,
  formsUnit: 100_000,
  /** versions of answers stored by an account's changes, in units of characters: burst, then one per interval */
  changesBurst: 2_000,
  changesInterval: 250,
  changesUnit: 16 * 1024,
  /** answers that an account renders as PDF: burst, then one per interval */
  pdfBurst: 200,
  pdfInterval: SECOND,
  /** copies of answers by e-mail: per account, per answer, and per recipient in total */
  copiesBurst: 100,
  copiesInterval: MINUTE,
  copiesBurstPerAnswer: 20,
  copiesIntervalPerAnswer: 30 * MINUTE,
  copiesBurstPerAddress: 60,
  copiesIntervalPerAddress: 2 * MINUTE,
  /** lookups and creations in the citizen registry per account: burst, then one per interval */
  citizensBurst: 30,
  citizensInterval: 30 * SECOND,
  /** tiles per account: burst, then one per interval */
  tilesBurst: 1_000,
  tilesInterval: SECOND / 20,
  /** downloaded tiles, per account and in total: burst, then one per interval */
  mapDownloadBurst: 1_000,
  mapDownloadInterval: SECOND / MAP_TILES_PER_SECOND,
  mapDownloadBurstInTotal: 3_000,
  mapDownloadIntervalInTotal: SECOND / 100,
  /** geocoder requests per account: burst, then one per interval */
  geocodeBurst: 30,
  geocodeInterval: 2 * SECOND,
  /** batches of map points per account; a map of a million answers takes four hundred */
  pointsBurst: 600,
  pointsInterval: SECOND / 4,
  /**
   * downloads of a form's columns per account, each of which takes seconds of CPU time; a device caches three forms,
   * each for an hour
   */
  columnsBurst: 6,
  columnsInterval: 20 * SECOND,
  /** free disk space that only signing in may use (capacity/disk-space.ts) */
  diskReserve: 256 * MB,
  /** part of the reserve that signing in cannot use either; the database needs it to checkpoint, stop and start */
  signInReserve: 32 * MB,
  /** retry delay of devices while the disk is full; an administrator has to free space */
  diskPause: 5 * MINUTE,
  /** minimum age at which paused uploads and unreferenced files are deleted when the disk is nearly full */
  partPatience: MINUTE,
  filePatience: HOUR,
  /**
   * maximum unreferenced files per account, in bytes and number; above either limit, the oldest are deleted. An answer
   * references at most 500 photos of 5 MB
   */
  unnamedBytes: 3 * 1024 * MB,
  unnamedFiles: 2_000,
  /** bytes of request bodies in memory: of all accounts together, and of all requests without an account */
  maxAccountBodyBytes: 64 * MB,
  maxPublicBodyBytes: 16 * MB,
  /** time without progress after which a body is ended; the shorter time applies when memory is full */
  bodySilence: 30 * SECOND,
  bodyStall: 5 * SECOND,
  smallBodyBytes: 16 * 1024,
  /** maximum time of a small body */
  smallBodyTime: 30 * SECOND,
  pullPageDocuments: 200,
  pullPageBytes: 2 * 1024 * 1024,
  /** minimum interval between writes of an unchanged device report */
  reportInterval: MINUTE,
  devicesPerUser: 50,
  /** attempts after which a job fails finally; the waits between them add up to most of a day */
  jobAttempts: 30,
  /** maximum time of one attempt, after which another worker may take the job */
  jobLease: 2 * MINUTE,
  jobFirstDelay: 5 * SECOND,
  jobLongestDelay: HOUR,
  jobsAtOnce: 20,
  /** requests per API token: burst, then one per interval */
  apiBurst: 600,
  apiInterval: SECOND / 10,
  /** time of failures without a success after which a webhook is switched off */
  webhookPatience: 3 * DAY,
  /** time for which writes are collected before listeners are notified */
  nudgePause: 300,
  /** interval of keep-alive comments and of session checks of an open stream */
  nudgeBeat: 25 * SECOND,
  nudgeStreams: 1000,
  nudgeStreamsPerUser: 10,
  /** maximum time of a health check, after which the store counts as failed */
  healthTimeout: 5 * SECOND,
  /** number of writes not yet indexed above which strict health fails; queries then wait for seconds */
  listsFarBehind: 20_000,
}
export type Tuning = Readonly<typeof DEFAULT_TUNING>
