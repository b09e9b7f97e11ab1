/** Page and worker of one build report the same; app-version.test.ts holds it to package.json's. */
export const APP_VERSION = '0.2.0'
