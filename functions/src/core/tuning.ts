import { MAP_DOWNLOAD_PACE } from '#domain/maps/index.ts'
import { PUBLIC_TUNING, type PublicTuning } from './public-tuning.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MB = 1024 * 1024

/** Times in milliseconds and sizes in bytes or documents: every figure of the server's brain; what the public may ask stands in public-tuning.ts. */
export type Tuning = PublicTuning & {
  /** a session that nobody used for so long is over; inspectors are away from a network for weeks */
  readonly sessionIdle: number
  /** a session ends after so long, whatever its use */
  readonly sessionLifetime: number
  /** a session gets a new id so often */
  readonly sessionRotation: number
  /** the old id lives on for so long after the new one was first used, for requests under way */
  readonly rotationGrace: number
  /** a new id that was never used counts as lost after so long */
  readonly rotationRetry: number
  /** `lastSeen` is written at most so often: a write costs a sync to disk */
  readonly sessionTouch: number
  /** failures without a delay: of an account from one network address, of one address (an office shares it), of an account from all addresses */
  readonly freeFailuresPerAccount: number
  readonly freeFailuresPerAddress: number
  readonly freeFailuresEverywhere: number
  /** of the failures of an account from all addresses, one is forgotten in so long: more than one address alone can add */
  readonly failureLeakEverywhere: number
  /** the first delay; it doubles with each further failure */
  readonly firstDelay: number
  readonly longestDelay: number
  /** failures are forgotten after so long without another */
  readonly failureMemory: number
  /** links for a forgotten password that are asked for: for one name, from one network address, and of the installation, beyond which a puzzle is asked for */
  readonly forgottenBurst: number
  readonly forgottenInterval: number
  readonly forgottenBurstPerAddress: number
  readonly forgottenIntervalPerAddress: number
  readonly forgottenBurstOfAll: number
  readonly forgottenIntervalOfAll: number
  /** sign-ins at the provider that are begun from one network address, and how long one may take */
  readonly ssoBurst: number
  readonly ssoInterval: number
  readonly ssoPatience: number
  /** a second step may take so long, and fail so often before the password is asked for again */
  readonly stepPatience: number
  readonly stepFailures: number
  /** after its owner has shown who they are, what is sensitive needs no more for so long */
  readonly confirmationLife: number
  /** a link to choose a new password, and the one of an invitation, are good for so long from when their mail leaves */
  readonly forgottenLinkLife: number
  readonly invitationLinkLife: number
  /** versions and images of forms that one account stores, in units of bytes: so many at once, and then one in each interval */
  readonly formsBurst: number
  readonly formsInterval: number
  readonly formsStretch: number
  /** versions that the changes of one account make answers keep, in units of characters: so many at once, and then one in each interval */
  readonly changesBurst: number
  readonly changesInterval: number
  readonly changesStretch: number
  /** answers that one account has put on paper: so many at once, and then one in each interval */
  readonly pdfBurst: number
  readonly pdfInterval: number
  /** copies of answers by e-mail, counted in letters: of one account, of one answer, and to one address from everybody */
  readonly copiesBurst: number
  readonly copiesInterval: number
  readonly copiesBurstPerAnswer: number
  readonly copiesIntervalPerAnswer: number
  readonly copiesBurstPerAddress: number
  readonly copiesIntervalPerAddress: number
  /** people that one account looks up in the citizen registry, or creates there: so many at once, and then one in each interval */
  readonly citizensBurst: number
  readonly citizensInterval: number
  /** tiles and questions to the geocoder of one account: so many at once, and then one in each interval */
  readonly tilesBurst: number
  readonly tilesInterval: number
  /** tiles that are fetched beforehand, of one account and of all together: so many at once, and then one in each interval */
  readonly mapDownloadBurst: number
  readonly mapDownloadInterval: number
  readonly mapDownloadBurstEverywhere: number
  readonly mapDownloadIntervalEverywhere: number
  readonly geocodeBurst: number
  readonly geocodeInterval: number
  /** batches of the map of a list, of one account: a map of a million answers is four hundred */
  readonly pointsBurst: number
  readonly pointsInterval: number
  /** what statistics of a form are counted of, for a device: megabytes, and seconds of the thread; it keeps three forms, each for an hour */
  readonly columnsBurst: number
  readonly columnsInterval: number
  /** whatever would leave less on the disk waits: room/disk.ts */
  readonly diskReserve: number
  /** the part of it that is not for signing in either: the database needs it to fold its log in, to stop and to start */
  readonly signInReserve: number
  /** devices ask again after so long; somebody has to make room first */
  readonly diskPause: number
  /** near the reserve: uploads that nobody continued for so long are given up, and files that no answer has named for so long */
  readonly partPatience: number
  readonly filePatience: number
  /** what one account may have sent without naming it in an answer, bytes and files; an answer names 500 files at most, photos of 5 MB. Its oldest go. */
  readonly unnamedBytes: number
  readonly unnamedFiles: number
  /** bytes of bodies under way, of all accounts together, and of all who have none */
  readonly bodiesOfAccounts: number
  readonly bodiesOfPublic: number
  /** a body of which so long nothing worth mentioning came is ended; after the short one, when others need its place */
  readonly bodySilence: number
  readonly bodyStall: number
  readonly smallBodyBytes: number
  /** a small body that takes longer is refused: it is all that most requests wait for */
  readonly smallBodyTime: number
  readonly pullPageDocuments: number
  readonly pullPageBytes: number
  /** an unchanged device report is written at most so often */
  readonly reportInterval: number
  readonly devicesPerUser: number
  /** a job is dead after so many attempts; the waits between them add up to most of a day */
  readonly jobAttempts: number
  /** time of one attempt; then the job is taken to be nobody's */
  readonly jobLease: number
  readonly jobFirstDelay: number
  readonly jobLongestDelay: number
  readonly jobsAtOnce: number
  /** what one token reads: so many requests at once, and then one in each interval */
  readonly apiBurst: number
  readonly apiInterval: number
  /** a webhook is switched off when it has failed for so long without a success */
  readonly webhookPatience: number
  /** writes are collected for so long before those who listen are told */
  readonly nudgePause: number
  /** how often a silent stream says that it stands, and is asked whether its session does */
  readonly nudgeBeat: number
  readonly nudgeStreams: number
  readonly nudgeStreamsPerUser: number
}

export const DEFAULT_TUNING: Tuning = {
  ...PUBLIC_TUNING,
  sessionIdle: 30 * DAY,
  sessionLifetime: 90 * DAY,
  sessionRotation: DAY,
  rotationGrace: MINUTE,
  rotationRetry: 10 * MINUTE,
  sessionTouch: HOUR,
  freeFailuresPerAccount: 4,
  freeFailuresPerAddress: 30,
  freeFailuresEverywhere: 50,
  failureLeakEverywhere: 2 * MINUTE,
  firstDelay: SECOND,
  longestDelay: 5 * MINUTE,
  failureMemory: HOUR,
  forgottenBurst: 3,
  forgottenInterval: 20 * MINUTE,
  forgottenBurstPerAddress: 20,
  forgottenIntervalPerAddress: MINUTE,
  forgottenBurstOfAll: 300,
  forgottenIntervalOfAll: 10 * SECOND,
  ssoBurst: 60,
  ssoInterval: 5 * SECOND,
  ssoPatience: 15 * MINUTE,
  stepPatience: 10 * MINUTE,
  stepFailures: 5,
  confirmationLife: 10 * MINUTE,
  forgottenLinkLife: HOUR,
  invitationLinkLife: 7 * DAY,
  formsBurst: 600,
  formsInterval: 10 * SECOND,
  formsStretch: 100_000,
  changesBurst: 2_000,
  changesInterval: 250,
  changesStretch: 16 * 1024,
  pdfBurst: 200,
  pdfInterval: SECOND,
  copiesBurst: 100,
  copiesInterval: MINUTE,
  copiesBurstPerAnswer: 20,
  copiesIntervalPerAnswer: 30 * MINUTE,
  copiesBurstPerAddress: 60,
  copiesIntervalPerAddress: 2 * MINUTE,
  citizensBurst: 30,
  citizensInterval: 30 * SECOND,
  tilesBurst: 1_000,
  tilesInterval: SECOND / 20,
  mapDownloadBurst: 1_000,
  mapDownloadInterval: SECOND / MAP_DOWNLOAD_PACE,
  mapDownloadBurstEverywhere: 3_000,
  mapDownloadIntervalEverywhere: SECOND / 100,
  geocodeBurst: 30,
  geocodeInterval: 2 * SECOND,
  pointsBurst: 600,
  pointsInterval: SECOND / 4,
  columnsBurst: 6,
  columnsInterval: 20 * SECOND,
  diskReserve: 256 * MB,
  signInReserve: 32 * MB,
  diskPause: 5 * MINUTE,
  partPatience: MINUTE,
  filePatience: HOUR,
  unnamedBytes: 3 * 1024 * MB,
  unnamedFiles: 2_000,
  bodiesOfAccounts: 64 * MB,
  bodiesOfPublic: 16 * MB,
  bodySilence: 30 * SECOND,
  bodyStall: 5 * SECOND,
  smallBodyBytes: 16 * 1024,
  smallBodyTime: 30 * SECOND,
  pullPageDocuments: 200,
  pullPageBytes: 2 * 1024 * 1024,
  reportInterval: MINUTE,
  devicesPerUser: 50,
  jobAttempts: 30,
  jobLease: 2 * MINUTE,
  jobFirstDelay: 5 * SECOND,
  jobLongestDelay: HOUR,
  jobsAtOnce: 20,
  apiBurst: 600,
  apiInterval: SECOND / 10,
  webhookPatience: 3 * DAY,
  nudgePause: 300,
  nudgeBeat: 25 * SECOND,
  nudgeStreams: 1000,
  nudgeStreamsPerUser: 10,
}
