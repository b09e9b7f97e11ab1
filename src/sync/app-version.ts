/** App version, the same in page and worker of one build. app-version.test.ts compares it with package.json. */
export const APP_VERSION = '0.2.0'
