import { type ParametersOf, type Problem, type ProblemCode, problem } from '../problem-texts';

export type Read = { readonly value: unknown } | { readonly problem: Problem };

export const value = (read: unknown): Read => ({ value: read });
export const wrong = <Code extends ProblemCode>(code: Code, ...parameters: ParametersOf<Code>): Read => ({
  problem: problem(code, ...parameters),
});
