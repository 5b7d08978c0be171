/** A third party's answer about one person or thing that is of no use: it refuses, or has another form. It is not away. */
export class OddAnswer extends Error {}
