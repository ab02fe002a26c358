/** Adds a row to a report: the situation, its result, and whether the result is good. */
export type Report = (situation: string, result: string, isGood: boolean) => void;
