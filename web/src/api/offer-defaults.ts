/** Made by scripts/client_types.py: what the server leaves out of an offer. */
export const OFFER_DEFAULTS = {
  "say": {
    "tone": "plain",
    "exact": true,
    "fixed": {},
    "suggest": [],
    "extras": []
  },
  "pick": {
    "many": false,
    "least": 1,
    "most": 1,
    "times": {},
    "first": [],
    "weights": {},
    "sum": 0,
    "batches": [],
    "tone": "plain",
    "exact": true,
    "fixed": {},
    "suggest": [],
    "extras": []
  },
  "place": {
    "subject": "unit",
    "place": "hex",
    "places": [],
    "together": false,
    "most": 0,
    "at": "",
    "origins": {},
    "costs": {},
    "anywhere": false,
    "setup": false,
    "tone": "plain",
    "exact": true,
    "fixed": {},
    "suggest": [],
    "extras": []
  },
  "reach": {
    "unit": "units",
    "path": "path",
    "together": true,
    "from_origin": false,
    "tone": "plain",
    "exact": true,
    "fixed": {},
    "suggest": [],
    "extras": []
  },
  "routes": {
    "unit": "unit",
    "path": "path",
    "many": false,
    "tone": "plain",
    "exact": true,
    "fixed": {},
    "suggest": [],
    "extras": []
  },
  "attack": {
    "units": "units",
    "target": "target",
    "most": {},
    "most_targets": 1,
    "defenders": {},
    "by_unit": false,
    "tone": "plain",
    "exact": true,
    "fixed": {},
    "suggest": [],
    "extras": []
  },
  "amount": {
    "least": 0,
    "most": 0,
    "subject": "",
    "ranges": {},
    "not_zero": false,
    "tone": "plain",
    "exact": true,
    "fixed": {},
    "suggest": [],
    "extras": []
  },
  "form": {
    "tone": "plain",
    "exact": true,
    "fixed": {},
    "suggest": [],
    "extras": []
  },
  "whole": {
    "tone": "plain",
    "exact": true,
    "fixed": {},
    "suggest": [],
    "extras": []
  },
  "measured": {
    "unit": "unit",
    "path": "path",
    "end": "",
    "least": 1,
    "most": 0,
    "over": null,
    "many": false,
    "tone": "plain",
    "exact": true,
    "fixed": {},
    "suggest": [],
    "extras": []
  },
  "lay": {
    "place": "places",
    "who": "",
    "many": true,
    "left": 0,
    "box": false,
    "tone": "plain",
    "exact": true,
    "fixed": {},
    "suggest": [],
    "extras": []
  }
} as const
