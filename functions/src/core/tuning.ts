import { MAP_DOWNLOAD_PACE } from '#domain/maps/index.ts'
import { PUBLIC_TUNING } from './public-tuning.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MB = 1024 * 1024

/** Milliseconds, bytes or documents: every figure of the server's brain; the public's stand in public-tuning.ts. */
export const DEFAULT_TUNING = {
  ...PUBLIC_TUNING,
  /** a session that was not used for so long is over; inspectors are away from a network for weeks */
  sessionIdle: 30 * DAY,
  /** a session ends after so long, whatever its use */
  sessionLifetime: 90 * DAY,
  /** a session gets a new id so often */
  sessionRotation: DAY,
  /** the old id lives on for so long after the new one was first used, for requests under way */
  rotationGrace: MINUTE,
  /** a new id that was never used counts as lost after so long */
  rotationRetry: 10 * MINUTE,
  /** `lastSeen` is written at most so often: a write costs a sync to disk */
  sessionTouch: HOUR,
  /** undelayed failures: of an account from one network address, of an address (an office's), of an account from all */
  freeFailuresPerAccount: 4,
  freeFailuresPerAddress: 30,
  freeFailuresEverywhere: 50,
  /** one failure of an account from all addresses is forgotten in so long: more than one address alone can add */
  failureLeakEverywhere: 2 * MINUTE,
  /** the first delay; it doubles with each further failure */
  firstDelay: SECOND,
  longestDelay: 5 * MINUTE,
  /** failures are forgotten after so long without another */
  failureMemory: HOUR,
  /** links for a forgotten password: for one name, from one network address, of the installation, then with a puzzle */
  forgottenBurst: 3,
  forgottenInterval: 20 * MINUTE,
  forgottenBurstPerAddress: 20,
  forgottenIntervalPerAddress: MINUTE,
  forgottenBurstOfAll: 300,
  forgottenIntervalOfAll: 10 * SECOND,
  /** sign-ins at the provider that are begun from one network address, and how long one may take */
  ssoBurst: 60,
  ssoInterval: 5 * SECOND,
  ssoPatience: 15 * MINUTE,
  /** a second step may take so long, and fail so often before the password is asked for again */
  stepPatience: 10 * MINUTE,
  stepFailures: 5,
  /** after its owner has shown who they are, what is sensitive needs no more for so long */
  confirmationLife: 10 * MINUTE,
  /** a link to choose a new password, and the one of an invitation, are good for so long from when their mail leaves */
  forgottenLinkLife: HOUR,
  invitationLinkLife: 7 * DAY,
  /** forms' versions and images that one account stores, in units of bytes: a burst, then one in each interval */
  formsBurst: 600,
  formsInterval: 10 * SECOND,
  formsStretch: 100_000,
  /** versions one account's changes make answers keep, in units of characters: a burst, then one in each interval */
  changesBurst: 2_000,
  changesInterval: 250,
  changesStretch: 16 * 1024,
  /** answers that one account has put on paper: so many at once, and then one in each interval */
  pdfBurst: 200,
  pdfInterval: SECOND,
  /** copies of answers by e-mail, in letters: of one account, of one answer, and to one address from everyone */
  copiesBurst: 100,
  copiesInterval: MINUTE,
  copiesBurstPerAnswer: 20,
  copiesIntervalPerAnswer: 30 * MINUTE,
  copiesBurstPerAddress: 60,
  copiesIntervalPerAddress: 2 * MINUTE,
  /** people one account looks up or creates in the citizen registry: so many at once, and then one in each interval */
  citizensBurst: 30,
  citizensInterval: 30 * SECOND,
  /** tiles and questions to the geocoder of one account: so many at once, and then one in each interval */
  tilesBurst: 1_000,
  tilesInterval: SECOND / 20,
  /** tiles fetched beforehand, of one account and of all: so many at once, and then one in each interval */
  mapDownloadBurst: 1_000,
  mapDownloadInterval: SECOND / MAP_DOWNLOAD_PACE,
  mapDownloadBurstEverywhere: 3_000,
  mapDownloadIntervalEverywhere: SECOND / 100,
  geocodeBurst: 30,
  geocodeInterval: 2 * SECOND,
  /** batches of the map of a list, of one account: a map of a million answers is four hundred */
  pointsBurst: 600,
  pointsInterval: SECOND / 4,
  /** a form's columns for a device: megabytes, and seconds of the thread; it keeps three forms, each for an hour */
  columnsBurst: 6,
  columnsInterval: 20 * SECOND,
  /** whatever would leave less on the disk waits: capacity/disk.ts */
  diskReserve: 256 * MB,
  /** the part that not even signing in gets: the database needs it to fold its log in, to stop and to start */
  signInReserve: 32 * MB,
  /** devices ask again after so long; a person has to make room first */
  diskPause: 5 * MINUTE,
  /** near the reserve: age at which uploads not continued, and files not named by an answer, are given up */
  partPatience: MINUTE,
  filePatience: HOUR,
  /** unnamed files of one account, bytes and number; an answer names 500 at most, photos of 5 MB. The oldest go. */
  unnamedBytes: 3 * 1024 * MB,
  unnamedFiles: 2_000,
  /** bytes of bodies under way, of all accounts together, and of all who have none */
  bodiesOfAccounts: 64 * MB,
  bodiesOfPublic: 16 * MB,
  /** a body of which so long nothing worth mentioning came is ended; after the short one, when others need its place */
  bodySilence: 30 * SECOND,
  bodyStall: 5 * SECOND,
  smallBodyBytes: 16 * 1024,
  /** a small body that takes longer is refused: it is all that most requests wait for */
  smallBodyTime: 30 * SECOND,
  pullPageDocuments: 200,
  pullPageBytes: 2 * 1024 * 1024,
  /** an unchanged device report is written at most so often */
  reportInterval: MINUTE,
  devicesPerUser: 50,
  /** a job is dead after so many attempts; the waits between them add up to most of a day */
  jobAttempts: 30,
  /** time of one attempt; then the job is taken to be free */
  jobLease: 2 * MINUTE,
  jobFirstDelay: 5 * SECOND,
  jobLongestDelay: HOUR,
  jobsAtOnce: 20,
  /** what one token reads: so many requests at once, and then one in each interval */
  apiBurst: 600,
  apiInterval: SECOND / 10,
  /** a webhook is switched off when it has failed for so long without a success */
  webhookPatience: 3 * DAY,
  /** writes are collected for so long before those who listen are notified */
  nudgePause: 300,
  /** how often a silent stream says that it stands, and is asked whether its session does */
  nudgeBeat: 25 * SECOND,
  nudgeStreams: 1000,
  nudgeStreamsPerUser: 10,
}
export type Tuning = Readonly<typeof DEFAULT_TUNING>
