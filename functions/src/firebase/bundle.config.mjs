import { writeCompiledModule } from '#locales/compiled.ts'

/** Settings of the bundler: the bundle contains the compiled catalogues, because the cloud has no catalogue files. */
export default {
  input: 'functions/src/firebase/main.ts',
  plugins: [
    {
      name: 'relevo:catalogues',
      load: (id) => (id.endsWith('/locales/compiled.ts') ? writeCompiledModule() : null),
    },
  ],
}
