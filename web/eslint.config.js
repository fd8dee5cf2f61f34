import globals from 'globals'
import svelte from 'eslint-plugin-svelte'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default ts.config(
  { ignores: ['dist/', 'src/api/', 'public/'] },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      // What is not known is looked at (`lib/guards.ts`), not declared to be something.
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': ['error', { allow: ['error', 'warn'] }],
      // Only drawings of ours go through {@html}: maps of the server, counters of `counters/`. No text of a person does.
      'svelte/no-at-html-tags': 'off',
      // {' '} keeps a space that the formatter would lose.
      'svelte/no-useless-mustaches': 'off',
      // Maps and sets are made anew inside $derived and never changed afterwards.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    // With the types at hand, `any` does not pass from one value to the next either.
    files: ['src/**/*.ts', 'tests/**/*.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, projectService: true } },
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'error',
      '@typescript-eslint/no-unsafe-assignment': 'error',
      '@typescript-eslint/no-unsafe-call': 'error',
      '@typescript-eslint/no-unsafe-member-access': 'error',
      '@typescript-eslint/no-unsafe-return': 'error',
    },
  },
  {
    // Tests make what a module asks for and no more of it.
    files: ['tests/**/*.ts'],
    rules: { '@typescript-eslint/consistent-type-assertions': 'off' },
  },
)
